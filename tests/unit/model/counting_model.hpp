// A model that counts how often it is asked.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>

#include "model/stiffness.hpp"

namespace unda::model::test {

/// Counts the questions about each point.
class CountingModel final : public Model {
 public:
  explicit CountingModel(std::shared_ptr<const Model> earth) : earth_(std::move(earth)) {}
  std::shared_ptr<const Model> changed(const Change& change) const override { return earth_->changed(change); }
  Properties at(const Vector& x) const override {
    const std::lock_guard<std::mutex> lock(mutex_);
    ++asked_[x];
    return earth_->at(x);
  }
  std::shared_ptr<const physics::Anisotropy> anisotropy(const Vector& x) const override {
    return earth_->anisotropy(x);
  }
  CellMeans mean(const Vector& low, const Vector& high) const override { return earth_->mean(low, high); }
  Stiffness stiffness(const Vector& low, const Vector& high) const override { return earth_->stiffness(low, high); }
  bool has_interfaces() const override { return earth_->has_interfaces(); }
  bool varies_along(int axis) const override { return earth_->varies_along(axis); }
  Extremes extremes() const override { return earth_->extremes(); }

  std::size_t n_points() const { return asked_.size(); }
  /// The most often that one was asked.
  int most() const {
    int most = 0;
    for (const auto& [x, n] : asked_) most = std::max(most, n);
    return most;
  }
  void forget() { asked_.clear(); }

 private:
  std::shared_ptr<const Model> earth_;
  mutable std::mutex mutex_;
  mutable std::map<Vector, int> asked_;
};

}  // namespace unda::model::test
