// The fast step on a patch of elements.
#include "dg/step_growth.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

#include "dg/kernels/kernels.hpp"
#include "dg/make_medium.hpp"
#include "exec/buffer.hpp"

namespace unda::dg {
namespace {

constexpr int n_rings = 2;
// Steps gone through. In absorbing layers growth is slower: layers of flat boxes that ended a run after 2,350 steps seemed stable
// after 150.
constexpr int n_steps = 150, n_steps_in_layers = 600;
constexpr int n_judged = 20;  // the last of them, when what grows stands out

std::vector<int> rings_around(const mesh::Tetrahedra& mesh, int element) {
  std::vector<int> elements{element};
  std::map<int, int> distance{{element, 0}};
  for (std::size_t n = 0; n < elements.size(); ++n) {
    const int here = distance[elements[n]];
    if (here == n_rings) continue;
    for (const mesh::Neighbour& next : mesh.neighbours[elements[n]])
      if (next.exists() && distance.emplace(next.element, here + 1).second) elements.push_back(next.element);
  }
  return elements;
}

class Patch {
 public:
  Patch(int order, const mesh::Tetrahedra& mesh, const Materials& materials, const scenario::Scenario& scenario,
        const std::vector<RatesByAxis>& rates, LayerStrength strength, const std::vector<int>& elements, double dt)
      : order_(order),
        dt_(dt),
        operators_(make_operators<double>(order)),
        is_anisotropic_(std::any_of(materials.begin(), materials.end(), [](const auto& m) { return m.anisotropy; })),
        kernels_(cpu_kernels<double>(order, is_anisotropic_)),
        n_blocks_((elements.size() + pack_size<double> - 1) / pack_size<double>),
        medium_(n_blocks_ * kernels_.n_medium),
        q_(n_blocks_ * block_numbers<double>(order) / pack_size<double>),
        traces_((n_blocks_ * pack_size<double> * 4 + 1) * trace_numbers<double>(order)),
        beyond_(n_blocks_ * pack_size<double> * 4, static_cast<int>(n_blocks_ * pack_size<double> * 4)) {
    std::map<int, int> place_of;
    for (std::size_t n = 0; n < elements.size(); ++n) place_of[elements[n]] = static_cast<int>(n);
    for (std::size_t n = 0; n < elements.size(); ++n) {
      const auto e = static_cast<std::size_t>(elements[n]);
      place(n, materials[e], medium_numbers(mesh, materials, scenario, is_anisotropic_, e), jacobian(mesh, e));
      for (int f = 0; f < 4; ++f) {
        const mesh::Neighbour next = mesh.neighbours[e][f];
        if (next.exists() && place_of.contains(next.element))
          beyond_[4 * n + static_cast<std::size_t>(f)] = 4 * place_of[next.element] + next.face;
      }
    }
    Placement placement;
    placement.element = elements;
    placement.element.resize(n_blocks_ * pack_size<double>, -1);
    placement.n_blocks = n_blocks_;
    strength.alpha = 0;  // sources, which tell it, come later; memories last longest without
    absorbing_layer_ =
        AbsorbingLayer<double>(operators_, placement, rates, strength, 0, dt, pack_size<double>, {}, is_anisotropic_);
  }

  void advance() {
    const std::size_t block = block_numbers<double>(order_) / pack_size<double>,
                      traces = 4 * pack_size<double> * trace_numbers<double>(order_);
    for (std::size_t b = 0; b < n_blocks_; ++b)
      kernels_.predict(operators_, medium_.data() + b * kernels_.n_medium, dt_, q_.data() + b * block,
                       traces_.data() + b * traces);
    for (std::size_t b = 0; b < n_blocks_; ++b)
      kernels_.correct(operators_, medium_.data() + b * kernels_.n_medium, traces_.data() + b * traces, traces_.data(),
                       beyond_.data() + 4 * b * pack_size<double>, q_.data() + b * block);
    absorbing_layer_.apply(reinterpret_cast<const double*>(medium_.data()), reinterpret_cast<double*>(q_.data()));
  }

  bool has_layers() const { return absorbing_layer_.exists(); }

  /// Of what the fields in an element weigh: kinetic energy and pressure, shear where it is.
  double energy() const {
    double sum = 0;
    const auto n_basis = static_cast<std::size_t>(operators_.n_basis);
    for (std::size_t n = 0; n < weights_.size(); ++n)
      for (std::size_t k = 0; k < n_fields * n_basis; ++k) {
        const double value = coefficients(n)[k * pack_size<double>];
        sum += value * value * (k < vx * n_basis ? weights_[n].stress : weights_[n].velocity);
      }
    return sum;
  }

 private:
  struct Weights {
    double stress, velocity;
  };
  const double* coefficients(std::size_t n) const {
    return reinterpret_cast<const double*>(q_.data()) + n / pack_size<double> * block_numbers<double>(order_) +
           n % pack_size<double>;
  }

  /// One element with a rough field, of pressure alone in fluids.
  void place(std::size_t n, const physics::Material& m, const std::vector<double>& from, double volume) {
    auto* to =
        reinterpret_cast<double*>(medium_.data() + n / pack_size<double> * kernels_.n_medium) + n % pack_size<double>;
    for (std::size_t k = 0; k < from.size(); ++k) to[k * pack_size<double>] = from[k];
    weights_.push_back({volume / physics::p_modulus(m.moduli), volume / (1 / m.rho)});
    auto* q = const_cast<double*>(coefficients(n));
    const auto n_basis = static_cast<std::size_t>(operators_.n_basis);
    std::uniform_real_distribution<double> number(-1, 1);
    for (std::size_t k = 0; k < n_basis; ++k) {
      for (int f = 0; f < n_fields; ++f)
        q[(f * n_basis + k) * pack_size<double>] =
            number(random_) / std::sqrt(f < vx ? weights_.back().stress : weights_.back().velocity);
      if (!m.is_fluid()) continue;
      for (int f = yy; f < vx; ++f) q[(f * n_basis + k) * pack_size<double>] = f <= zz ? q[k * pack_size<double>] : 0;
    }
  }

  int order_;
  double dt_;
  Operators<double> operators_;
  bool is_anisotropic_;
  StepKernels<double> kernels_;
  std::size_t n_blocks_;
  exec::Buffer<Pack<double>> medium_;
  exec::Buffer<Pack<double>> q_;
  exec::Buffer<double> traces_;
  std::vector<int> beyond_;
  std::vector<Weights> weights_;
  AbsorbingLayer<double> absorbing_layer_;
  std::mt19937 random_{1};
};

}  // namespace

bool grows_around(int order, const mesh::Tetrahedra& mesh, const Materials& materials,
                  const scenario::Scenario& scenario, const std::vector<RatesByAxis>& rates,
                  const LayerStrength& strength, int element, double dt) {
  Patch patch(order, mesh, materials, scenario, rates, strength, rings_around(mesh, element), dt);
  for (int n = 0; n < (patch.has_layers() ? n_steps_in_layers : n_steps) - n_judged; ++n) patch.advance();
  const double before = patch.energy();
  for (int n = 0; n < n_judged; ++n) patch.advance();
  return !(patch.energy() <= before);
}

}  // namespace unda::dg
