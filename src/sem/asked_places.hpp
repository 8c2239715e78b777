// Materials at places anywhere in elements, where sources and receivers stand: each is asked from the model once.
#pragma once

#include <map>
#include <utility>

#include "physics/material.hpp"
#include "sem/mesh.hpp"

namespace unda::sem {

class AskedPlaces {
 public:
  /// In an element; `ask()`: its material, where it is not known yet. Not for several threads at a time.
  template <class Ask>
  const physics::Material& at(const Index& element, const Vector& x, const Ask& ask) {
    const auto [known, is_new] = known_.try_emplace({element, x});
    if (is_new) known->second = ask();
    return known->second;
  }

 private:
  std::map<std::pair<Index, Vector>, physics::Material> known_;
};

}  // namespace unda::sem
