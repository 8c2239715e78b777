// Marching a constant source in a patch of elements.
#include "dg/near_field.hpp"

#include <cmath>
#include <map>

#include "dg/kernels/kernels.hpp"
#include "exec/buffer.hpp"

namespace unda::dg {
namespace {

constexpr int n_rings = 3;
constexpr double crossings = 4;  // of the patch by its slowest wave, until its field is steady

/// The elements within some faces of the source, as numbers of the mesh.
std::vector<int> rings_around(const mesh::Tetrahedra& mesh, const std::vector<mesh::Place>& places) {
  std::vector<int> elements;
  std::map<int, int> distance;
  for (const mesh::Place& place : places)
    if (distance.emplace(place.element, 0).second) elements.push_back(place.element);
  for (std::size_t n = 0; n < elements.size(); ++n)
    for (const mesh::Neighbour& next : mesh.neighbours[elements[n]])
      if (next.exists() && distance[elements[n]] < n_rings &&
          distance.emplace(next.element, distance[elements[n]] + 1).second)
        elements.push_back(next.element);
  return elements;
}

/// The integral over an element of a polynomial whose first coefficient is 1.
double mean_weight(const mesh::Tetrahedra& mesh, int element) {
  return jacobian(mesh, static_cast<std::size_t>(element)) / std::sqrt(6.0);
}

/// The fast step on a few elements; nothing comes in from the others.
class Patch {
 public:
  Patch(int order, const mesh::Tetrahedra& mesh, const model::Model& model, const scenario::Scenario& scenario,
        std::vector<int> elements)
      : mesh_(mesh),
        order_(order),
        operators_(make_operators<double>(order)),
        kernels_(cpu_kernels<double>(order)),
        elements_(std::move(elements)),
        n_blocks_((elements_.size() + pack_size<double> - 1) / pack_size<double>),
        medium_(n_blocks_),
        q_(n_blocks_ * block_numbers<double>(order) / pack_size<double>),
        traces_((n_blocks_ * pack_size<double> * 4 + 1) * trace_numbers<double>(order)),
        beyond_(n_blocks_ * pack_size<double> * 4, static_cast<int>(n_blocks_ * pack_size<double> * 4)) {
    std::map<int, int> place_of;
    for (std::size_t n = 0; n < elements_.size(); ++n) place_of[elements_[n]] = static_cast<int>(n);
    for (std::size_t n = 0; n < elements_.size(); ++n) {
      media_.push_back(medium_of(mesh, model, scenario, static_cast<std::size_t>(elements_[n])));
      const auto* from = reinterpret_cast<const double*>(&media_.back());
      auto* to = reinterpret_cast<double*>(&medium_[n / pack_size<double>]) + n % pack_size<double>;
      for (std::size_t k = 0; k < sizeof(media_.back()) / sizeof(double); ++k) to[k * pack_size<double>] = from[k];
      for (int f = 0; f < 4; ++f) {
        const mesh::Neighbour next = mesh.neighbours[elements_[n]][f];
        if (next.exists() && place_of.contains(next.element))
          beyond_[4 * n + static_cast<std::size_t>(f)] = 4 * place_of[next.element] + next.face;
      }
    }
  }

  void advance(double dt) {
    const std::size_t block = block_numbers<double>(order_) / pack_size<double>,
                      traces = 4 * pack_size<double> * trace_numbers<double>(order_);
    for (std::size_t b = 0; b < n_blocks_; ++b)
      kernels_.predict(operators_, medium_[b], dt, q_.data() + b * block, traces_.data() + b * traces);
    for (std::size_t b = 0; b < n_blocks_; ++b)
      kernels_.correct(operators_, medium_[b], traces_.data() + b * traces, traces_.data(),
                       beyond_.data() + 4 * b * pack_size<double>, q_.data() + b * block);
  }
  void add(const PlacedSource& source, double amount) {
    for (std::size_t p = 0; p < source.places.size(); ++p) {  // the first elements are the source's own
      double* q = coefficients(p);
      for (std::size_t k = 0; k < source.increments[p].size(); ++k)
        q[k * pack_size<double>] += amount * source.increments[p][k];
    }
  }
  /// What the recursion takes for the change of the fields within a step, integrated over the step and all elements.
  std::array<double, n_fields> change_in_recursion(double dt) {
    std::array<double, n_fields> sum{};
    const auto n_basis = static_cast<std::size_t>(operators_.n_basis);
    for (std::size_t n = 0; n < elements_.size(); ++n) {
      std::vector<double> q(n_fields * n_basis);
      for (std::size_t k = 0; k < q.size(); ++k) q[k] = coefficients(n)[k * pack_size<double>];
      const std::vector<double> integral = integral_over_step(operators_, media_[n], dt, q);
      for (int f = 0; f < n_fields; ++f)
        sum[f] += mean_weight(mesh_, elements_[n]) * (integral[f * n_basis] - dt * q[f * n_basis]);
    }
    return sum;
  }

 private:
  double* coefficients(std::size_t n) {
    return reinterpret_cast<double*>(q_.data()) + n / pack_size<double> * block_numbers<double>(order_) +
           n % pack_size<double>;
  }

  const mesh::Tetrahedra& mesh_;
  int order_;
  Operators<double> operators_;
  StepKernels<double> kernels_;
  std::vector<int> elements_;
  std::size_t n_blocks_;
  std::vector<ElementMedium<double>> media_;
  exec::Buffer<ElementMedium<Pack<double>>> medium_;
  exec::Buffer<Pack<double>> q_;
  exec::Buffer<double> traces_;
  std::vector<int> beyond_;
};

}  // namespace

std::array<double, n_fields> near_field_error(int order, const mesh::Tetrahedra& mesh, const model::Model& model,
                                              const scenario::Scenario& scenario, const PlacedSource& source,
                                              double dt) {
  Patch patch(order, mesh, model, scenario, rings_around(mesh, source.places));
  const auto element = static_cast<std::size_t>(source.places.front().element);
  const Material material = material_of(mesh, model, element);
  const double edge = std::cbrt(6 * mesh.volume(element));
  const double slowest = material.mu > 0 ? material.vs() : material.vp();
  const int n_steps = static_cast<int>(crossings * edge / (slowest * dt)) + 1;
  for (int n = 0; n < n_steps; ++n) {
    patch.advance(dt);
    patch.add(source, dt);
  }
  // In the steady field what the source gives at the end of a step is gone before the next: that change is right.
  std::array<double, n_fields> error = patch.change_in_recursion(dt);
  const auto n_basis = static_cast<std::size_t>(numerics::n_tetrahedral(order));
  for (std::size_t p = 0; p < source.places.size(); ++p)
    for (int f = 0; f < n_fields; ++f)
      error[f] += mean_weight(mesh, source.places[p].element) * source.increments[p][f * n_basis] * dt * dt / 2;
  return error;
}

}  // namespace unda::dg
