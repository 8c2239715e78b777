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

/// What fields get of a kernel whose integral is 1.
std::array<double, n_fields> amplitudes(const method::PointSource& source, double buoyancy) {
  std::array<double, n_fields> of{};
  if (source.kind == scenario::SourceKind::force)
    for (int i = 0; i < 3; ++i) of[vx + i] = buoyancy * source.force[i];
  else
    for (std::size_t f = 0; f < vx; ++f) of[f] = -source.moment[f];
  return of;
}

}  // namespace

std::vector<SourcePart> source_parts(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                                     const mesh::Locator& locator, std::span<const method::PointSource> sources,
                                     int first) {
  std::vector<std::vector<SourcePart>> of_source(sources.size());
  exec::for_each_heavy(sources.size(), [&](std::size_t s) {
    const method::PointSource& source = sources[s];
    SourceKernel kernel =
        make_source_kernel(order, mesh, materials, carriers(materials, locator, source), source.position);
    for (std::size_t n = 0; n < kernel.elements.size(); ++n)
      of_source[s].push_back({kernel.elements[n], first + static_cast<int>(s),
                              amplitudes(source, 1 / materials[static_cast<std::size_t>(kernel.elements[n])].rho),
                              std::move(kernel.coefficients[n])});
  });
  std::vector<SourcePart> parts;
  for (std::vector<SourcePart>& own : of_source) std::move(own.begin(), own.end(), std::back_inserter(parts));
  return parts;
}

double bytes_of_source(int n_basis) {
  constexpr double n_elements = 62, n_copies = 3, of_lists = 100;  // parts, lists and what the device has of these
  return n_elements * (n_copies * sizeof(double) * (n_basis + n_fields) + of_lists);
}

void pass(parallel::Parcel& parcel, std::vector<SourcePart>& parts) {
  parcel.each(parts, [&](SourcePart& part) {
    parcel.value(part.element);
    parcel.value(part.source);
    parcel.value(part.amplitudes);
    parcel.list(part.kernel);
  });
}

template <class Real>
Sources<Real>::Sources(std::vector<SourcePart> parts, const Placement& placement,
                       const std::vector<method::PointSource>& sources, const FieldLayout& layout,
                       const exec::Queue& queue)
    : queue_(queue), layout_(layout) {
  for (const method::PointSource& s : sources) time_functions_.push_back(s.time_function);
  const auto place_of = [&](const SourcePart& part) {
    return static_cast<std::size_t>(placement.place_of[static_cast<std::size_t>(part.element)]);
  };
  const auto cluster = [&](const SourcePart& part) {
    return static_cast<int>(placement.cluster[place_of(part) / layout_.width]);
  };
  std::stable_sort(parts.begin(), parts.end(), [&](const SourcePart& a, const SourcePart& b) {
    return std::pair(cluster(a), place_of(a)) < std::pair(cluster(b), place_of(b));
  });
  groups_ = std::vector<Group>(placement.outer_end.size());
  std::vector<std::size_t> place, first;
  std::vector<int> fields, source;
  std::vector<double> all_amplitudes, kernel;
  std::array<bool, n_fields> touched{};
  for (std::size_t n = 0; n < parts.size(); ++n) {
    const SourcePart& part = parts[n];
    if (n == 0 || part.element != parts[n - 1].element) {
      Group& group = groups_[static_cast<std::size_t>(cluster(part))];
      if (group.n++ == 0) group.first = place.size();
      place.push_back(place_of(part));
      first.push_back(n);
    }
    source.push_back(part.source);
    for (std::size_t f = 0; f < n_fields; ++f) touched[f] = touched[f] || part.amplitudes[f] != 0;
    all_amplitudes.insert(all_amplitudes.end(), part.amplitudes.begin(), part.amplitudes.end());
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
