// Cutting a mesh, and sending its parts.
#include "dg/shared_mesh.hpp"

#include <algorithm>
#include <map>

namespace unda::dg {
namespace {

/// Without what only the making of materials needs.
void pass(parallel::Parcel& parcel, mesh::Tetrahedra& mesh) {
  parcel.text(mesh.name);
  parcel.list(mesh.nodes);
  parcel.list(mesh.corners);
  parcel.list(mesh.neighbours);
  parcel.list(mesh.boundary);
  parcel.value(mesh.n_absorbing);
}

/// Many elements share the moduli of one anisotropic solid.
void pass(parallel::Parcel& parcel, Materials& materials) {
  struct One {
    double rho;
    physics::Isotropic<double> moduli;
    physics::Quality quality;
    int anisotropy;
  };
  std::vector<One> list;
  std::vector<physics::Anisotropy> anisotropies;
  std::map<const physics::Anisotropy*, int> number_of;
  for (const physics::Material& m : materials) {
    int number = -1;
    if (m.anisotropy) {
      const auto [known, is_new] = number_of.emplace(m.anisotropy.get(), static_cast<int>(anisotropies.size()));
      if (is_new) anisotropies.push_back(*m.anisotropy);
      number = known->second;
    }
    list.push_back({m.rho, m.moduli, m.quality, number});
  }
  parcel.list(list);
  parcel.list(anisotropies);
  std::vector<std::shared_ptr<const physics::Anisotropy>> shared;
  for (const physics::Anisotropy& a : anisotropies) shared.push_back(std::make_shared<const physics::Anisotropy>(a));
  materials.clear();
  for (const One& one : list)
    materials.push_back({one.rho, one.moduli, one.quality,
                         one.anisotropy < 0 ? nullptr : shared[static_cast<std::size_t>(one.anisotropy)]});
}

template <class T>
std::vector<T> chosen(const std::vector<T>& all, const std::vector<int>& numbers) {
  std::vector<T> some;
  if (all.empty()) return some;
  some.reserve(numbers.size());
  for (const int n : numbers) some.push_back(all[static_cast<std::size_t>(n)]);
  return some;
}

}  // namespace

int Elements::local(int of_whole) const {
  if (number.empty()) return of_whole;
  const auto found = std::lower_bound(number.begin(), number.end(), of_whole);
  return found != number.end() && *found == of_whole ? static_cast<int>(found - number.begin()) : -1;
}

std::vector<std::vector<int>> elements_of_ranks(const std::vector<int>& rank_of, int n_ranks) {
  std::vector<std::vector<int>> own(static_cast<std::size_t>(n_ranks));
  for (std::size_t e = 0; e < rank_of.size(); ++e)
    own[static_cast<std::size_t>(rank_of[e])].push_back(static_cast<int>(e));
  return own;
}

Elements part_for(const Elements& whole, const std::vector<int>& own) {
  const mesh::Tetrahedra& all = *whole.mesh;
  std::vector<int> numbers = own;
  for (const int e : own)
    for (const mesh::Neighbour& n : all.neighbours[static_cast<std::size_t>(e)])
      if (n.exists()) numbers.push_back(n.element);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());

  mesh::Tetrahedra mesh = mesh::part_of(all, numbers);
  mesh.boundary = chosen(all.boundary, numbers);
  mesh.neighbours.resize(numbers.size());
  Elements part{nullptr,
                std::make_shared<const Materials>(chosen(*whole.materials, numbers)),
                chosen(whole.rates, numbers),
                chosen(whole.cluster, numbers),
                chosen(whole.rank_of, numbers),
                std::move(numbers)};
  for (const int e : own) {
    auto& to = mesh.neighbours[static_cast<std::size_t>(part.local(e))];
    to = all.neighbours[static_cast<std::size_t>(e)];
    for (mesh::Neighbour& n : to)
      if (n.exists()) n.element = part.local(n.element);
  }
  part.mesh = std::make_shared<const mesh::Tetrahedra>(std::move(mesh));
  return part;
}

void pass_remarks(parallel::Parcel& parcel, Remarks& remarks) {
  parcel.each(remarks, [&](std::array<std::string, 2>& remark) {
    for (std::string& text : remark) parcel.text(text);
  });
}

void pass(parallel::Parcel& parcel, Elements& elements) {
  mesh::Tetrahedra mesh = elements.mesh ? *elements.mesh : mesh::Tetrahedra();
  Materials materials = elements.materials ? *elements.materials : Materials();
  pass(parcel, mesh);
  pass(parcel, materials);
  parcel.list(elements.rates);
  parcel.list(elements.cluster);
  parcel.list(elements.rank_of);
  parcel.list(elements.number);
  elements.mesh = std::make_shared<const mesh::Tetrahedra>(std::move(mesh));
  elements.materials = std::make_shared<const Materials>(std::move(materials));
}

}  // namespace unda::dg
