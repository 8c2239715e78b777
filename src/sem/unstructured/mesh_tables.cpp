// Filling the tables of the kernels.
#include "sem/unstructured/mesh_tables.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/simd.hpp"
#include "exec/for_each.hpp"

namespace unda::sem {

template <class Real>
MeshTables<Real>::MeshTables(const Elements& elements, Physics physics)
    : dim_(elements.whole().dim()),
      n_points_(elements.whole().points_of_an_element()),
      physics_(physics),
      component_(static_cast<std::ptrdiff_t>(elements.size())),
      place_(elements.n_slots() * static_cast<std::size_t>(n_points_)),
      run_(elements.n_slots() / pack_size<Real> * static_cast<std::size_t>(n_points_)),
      metric_(elements.n_slots() * static_cast<std::size_t>(n_points_ * n_metric(dim_))),
      moduli_(physics, dim_, !elements.whole().is_uniform(), n_points_, elements.n_slots()) {
  for (const double d : elements.whole().gll().derivative) derivative_.push_back(static_cast<Real>(d));
  fill_places(elements);
  fill_metric(elements);
}

template <class Real>
std::size_t MeshTables<Real>::at(std::size_t slot, int point, int number) const {
  constexpr auto width = static_cast<std::size_t>(pack_size<Real>);
  const std::size_t pack_point = slot / width * static_cast<std::size_t>(n_points_) + static_cast<std::size_t>(point);
  return (pack_point * static_cast<std::size_t>(n_metric(dim_)) + static_cast<std::size_t>(number)) * width +
         slot % width;
}

/// Empty slots have the places of the last element of their pack, and moduli of zero.
template <class Real>
void MeshTables<Real>::fill_places(const Elements& elements) {
  constexpr std::size_t width = pack_size<Real>;
  exec::for_each_heavy(elements.n_slots() / width, [&](std::size_t pack) {
    for (int p = 0; p < n_points_; ++p) {
      const std::size_t pack_point = pack * static_cast<std::size_t>(n_points_) + static_cast<std::size_t>(p);
      std::int32_t* of_pack = place_.data() + pack_point * width;
      bool follow = true;
      std::size_t last = 0;
      for (std::size_t e = 0; e < width; ++e) {
        const bool is_empty = elements.element(pack * width + e) < 0;
        if (!is_empty) last = e;
        of_pack[e] = elements.place(pack * width + last, p);
        follow = follow && !is_empty && of_pack[e] == of_pack[0] + static_cast<std::int32_t>(e);
      }
      run_[pack_point] = follow ? of_pack[0] : -1;
    }
  });
}

template <class Real>
void MeshTables<Real>::fill_metric(const Elements& elements) {
  const WholeMesh& whole = elements.whole();
  const numerics::Gll& gll = whole.gll();
  exec::for_each_heavy(elements.n_slots(), [&](std::size_t slot) {
    if (elements.element(slot) < 0) return;
    const auto e = static_cast<std::size_t>(elements.element(slot));
    const std::vector<mesh::Tangents> tangents = whole.tangents(e);
    for (int p = 0; p < n_points_; ++p) {
      const LocalMetric metric = metric_of(tangents[static_cast<std::size_t>(p)]);
      const Index point = point_of(p, whole.degree());
      if (!(metric.volume > 0)) {
        const Vector x = whole.position(e, point);
        throw InputError(
            fmt::format("{}: an element is inverted at ({:.6g}, {:.6g}, {:.6g}), between its nodes; make "
                        "the mesh again, with less curved elements",
                        whole.elements().name, x[0], x[1], x[2]));
      }
      double weight = 1;
      for (int a = 0; a < dim_; ++a) weight *= gll.weight[static_cast<std::size_t>(point[a])];
      metric_[at(slot, p, 0)] = static_cast<Real>(weight * metric.volume);
      for (int b = 0; b < dim_; ++b)
        for (int a = 0; a < dim_; ++a)
          metric_[at(slot, p, 1 + dim_ * b + a)] = static_cast<Real>(
              metric.inverse[static_cast<std::size_t>(b)][static_cast<std::size_t>(whole.physical(a))]);
    }
  });
}

template <class Real>
ElementArrays<Real> MeshTables<Real>::arrays() const {
  ElementArrays<Real> a;
  a.component = component_;
  for (std::size_t m = 0; m < a.modulus.size(); ++m) a.modulus[m] = moduli_.values[m].data();
  a.modulus_point = moduli_.point_stride;
  a.derivative = {derivative_.data(), derivative_.data(), derivative_.data()};
  a.place = place_.data();
  a.run = run_.data();
  a.metric = metric_.data();
  return a;
}

template class MeshTables<float>;
template class MeshTables<double>;

}  // namespace unda::sem
