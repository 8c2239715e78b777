// Placing sources and letting them act.
#include "dg/sources.hpp"

#include <algorithm>
#include <iterator>

#include "dg/fields.hpp"
#include "dg/source_kernel.hpp"
#include "dg/step_items.hpp"
#include "exec/for_each.hpp"
#include "exec/run.hpp"
#include "exec/upload.hpp"

namespace unda::dg {
namespace {

/// Of all elements that touch the point those which carry the source: of the layer below where it lies on an interface, as
/// they come, but shear acts in solids alone.
std::vector<mesh::ElementPoint> carriers(const Materials& materials, const mesh::Locator& locator,
                                         const method::PointSource& source) {
  std::vector<mesh::ElementPoint> places = locator.find(source.position);
  if (source.kind != scenario::SourceKind::moment_tensor) return places;
  std::stable_partition(places.begin(), places.end(), [&](const mesh::ElementPoint& place) {
    return materials[static_cast<std::size_t>(place.element)].moduli.mu > 0;
  });
  return places;
}

/// Fields and what they get of a kernel whose integral is 1.
std::vector<std::pair<int, double>> amplitudes(const method::PointSource& source, double buoyancy) {
  std::vector<std::pair<int, double>> fields;
  if (source.kind == scenario::SourceKind::force) {
    for (int i = 0; i < 3; ++i)
      if (source.force[i] != 0) fields.emplace_back(vx + i, buoyancy * source.force[i]);
  } else {
    for (int f = 0; f < vx; ++f)
      if (source.moment[f] != 0) fields.emplace_back(f, -source.moment[f]);
  }
  return fields;
}

}  // namespace

template <class Real>
Sources<Real>::Sources(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                       const mesh::Locator& locator, const Placement& placement,
                       const std::vector<method::PointSource>& sources, const FieldLayout& layout,
                       const exec::Queue& queue)
    : queue_(queue), layout_(layout) {
  std::vector<std::vector<Part>> of_source(sources.size());
  exec::for_each_heavy(sources.size(), [&](std::size_t s) {
    const method::PointSource& source = sources[s];
    SourceKernel kernel =
        make_source_kernel(order, mesh, materials, carriers(materials, locator, source), source.position);
    for (std::size_t n = 0; n < kernel.elements.size(); ++n) {
      const auto element = static_cast<std::size_t>(kernel.elements[n]);
      const int place = placement.place_of[element];
      if (place < 0) continue;
      of_source[s].push_back({static_cast<std::size_t>(place), static_cast<int>(s),
                              amplitudes(source, 1 / materials[element].rho), std::move(kernel.coefficients[n])});
    }
  });
  std::vector<Part> parts;
  for (std::size_t s = 0; s < sources.size(); ++s) {
    time_functions_.push_back(sources[s].time_function);
    std::move(of_source[s].begin(), of_source[s].end(), std::back_inserter(parts));
    of_source[s].clear();
    of_source[s].shrink_to_fit();
  }
  put_on_device(std::move(parts), placement);
}

template <class Real>
void Sources<Real>::put_on_device(std::vector<Part> parts, const Placement& placement) {
  const auto cluster = [&](const Part& part) {
    return static_cast<int>(placement.cluster[part.place / layout_.width]);
  };
  std::stable_sort(parts.begin(), parts.end(), [&](const Part& a, const Part& b) {
    return std::pair(cluster(a), a.place) < std::pair(cluster(b), b.place);
  });
  groups_ = std::vector<Group>(placement.outer_end.size());
  std::vector<std::size_t> place, first;
  std::vector<int> fields, source;
  std::vector<double> all_amplitudes, kernel;
  std::array<bool, n_fields> touched{};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const Part& part = parts[n];
    if (n == 0 || part.place != parts[n - 1].place) {
      Group& group = groups_[static_cast<std::size_t>(cluster(part))];
      if (group.n++ == 0) group.first = place.size();
      place.push_back(part.place);
      first.push_back(n);
    }
    source.push_back(part.source);
    std::array<double, n_fields> of{};
    for (const auto& [field, amplitude] : part.amplitudes) {
      of[static_cast<std::size_t>(field)] = amplitude;
      touched[static_cast<std::size_t>(field)] = true;
    }
    all_amplitudes.insert(all_amplitudes.end(), of.begin(), of.end());
    kernel.insert(kernel.end(), part.kernel.begin(), part.kernel.end());
  }
  first.push_back(parts.size());
  for (int f = 0; f < n_fields; ++f)
    if (touched[static_cast<std::size_t>(f)]) fields.push_back(f);
  place_ = exec::upload(place, queue_);
  first_ = exec::upload(first, queue_);
  fields_ = exec::upload(fields, queue_);
  source_ = exec::upload(source, queue_);
  amplitudes_ = exec::upload(all_amplitudes, queue_);
  kernel_ = exec::upload(kernel, queue_);
  for (Group& group : groups_)
    if (group.n > 0) group.amounts = exec::Twin<double>(time_functions_.size() * n_ahead, queue_);
}

template <class Real>
void Sources<Real>::look_ahead(Group& group, std::int64_t step, double dt) {
  group.first_known = step;
  double* amount = group.amounts.host(exec::Access::write);
  for (std::int64_t n = 0; n < n_ahead; ++n)
    for (const auto& function : time_functions_) *amount++ = function->value(static_cast<double>(step + n) * dt) * dt;
}

template <class Real>
void Sources<Real>::inject(int cluster, std::int64_t step, double dt, Real* q) {
  using exec::Access;
  Group& group = groups_[static_cast<std::size_t>(cluster)];
  if (group.n == 0) return;
  if (step < group.first_known || step >= group.first_known + n_ahead) look_ahead(group, step, dt);
  const double* amount =
      group.amounts.device(Access::read) + static_cast<std::size_t>(step - group.first_known) * time_functions_.size();
  exec::run_rows(
      queue_, group.n, fields_.size() * layout_.n_basis,
      AddSources<Real>{layout_, place_.device(Access::read) + group.first, first_.device(Access::read) + group.first,
                       fields_.device(Access::read), source_.device(Access::read), amplitudes_.device(Access::read),
                       kernel_.device(Access::read), amount, q});
}

template class Sources<float>;
template class Sources<double>;

}  // namespace unda::dg
