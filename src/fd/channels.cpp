// Placing and reading channels.
#include "fd/channels.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <map>

#include "exec/for_each.hpp"
#include "fd/medium.hpp"

namespace unda::fd {
namespace {

constexpr int most_points = 64;  // along an axis
constexpr int reach = 10;        // of a stencil from any of its points, and a few more

/// Kept out of line, so that every sum is compiled once and rounds alike.
[[gnu::noinline]] double dot(const double* weight, const double* value, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += weight[i] * value[i];
  return sum;
}

int heaviest(const AxisWeights& weights) {
  int best = 0;
  double most = -1;
  for (const auto& [index, weight] : weights)
    if (std::abs(weight) > most) {
      most = std::abs(weight);
      best = index;
    }
  return best;
}

}  // namespace

template <class Real>
void Channels<Real>::add_separable(const ReadingContext<Real>& c, int field, double factor, const Vector& position,
                                   double (*medium_factor)(const double*), std::vector<Term>& terms) const {
  const std::array<AxisWeights, 3> along = reading_weights(c.whole, c.whole_images[field], position);
  Term term;
  term.field = c.view.field[field];
  term.factor = factor;
  for (int a = 0; a < 3; ++a)
    for (const auto& [index, weight] : along[a]) {
      term.index[a].push_back(index - c.part.axis[a].offset);
      term.weight[a].push_back(weight);
    }
  if (medium_factor != nullptr) {
    for (const int k : term.index[2])
      for (const int j : term.index[1])
        for (const int i : term.index[0]) {
          std::array<double, max_parameters> medium{};
          for (std::size_t m = 0; m < c.scheme.medium.size(); ++m)
            medium[m] = static_cast<Real>(parameter_at(c.model, c.part, c.scheme.medium[m], {i, j, k}));
          term.medium.push_back(medium_factor(medium.data()));
        }
  }
  terms.push_back(std::move(term));
}

template <class Real>
auto Channels<Real>::terms_of(const ReadingContext<Real>& c, const method::Receiver& receiver, int component) const
    -> std::vector<Term> {
  std::vector<Term> terms;
  for (const Reading& reading : c.scheme.readings(receiver.quantity, component)) {
    if (reading.gradient_axis < 0) {
      add_separable(c, reading.field, reading.factor, receiver.position, reading.medium_factor, terms);
      continue;
    }
    const double shift = derivative_shift(c.whole, reading.gradient_axis);
    const double factor = reading.factor / c.model.at(receiver.position).rho / (2 * shift);
    for (const int side : {-1, 1}) {
      Vector x = receiver.position;
      x[c.whole.axis[reading.gradient_axis].physical] += side * shift;
      add_separable(c, reading.field, side * factor, x, reading.medium_factor, terms);
    }
  }
  return terms;
}

template <class Real>
Channels<Real>::Channels(const ReadingContext<Real>& c, const std::vector<method::Receiver>& receivers,
                         const std::vector<method::Channel>& all)
    : stride_(c.view.stride) {
  const int me = c.communicator.rank();
  std::map<int, std::vector<Contribution>> lent_to;
  std::map<int, int> expected_from;          // values
  std::vector<std::pair<int*, int>> places;  // to be counted from the start of a rank's message

  for (const method::Channel& channel : all) {
    const method::Receiver& receiver = receivers[channel.receiver];
    // Who owns it and whether it concerns this rank, before any table is made.
    const Reading first = c.scheme.readings(receiver.quantity, channel.component).front();
    const auto along = reading_weights(c.whole, c.whole_images[first.field], receiver.position);
    std::array<int, 3> place{0, 0, 0};
    bool near = true;
    for (int a = 0; a < c.whole.dim; ++a) {
      place[a] = c.cuts.place_of(a, heaviest(along[a]));
      const parallel::Range range = c.cuts.range(a);
      // A point on a node reads one point only; shifted a little, as for a gradient, it reads all around.
      const int turn = c.whole.axis[a].periodic() ? c.whole.axis[a].n_whole : 0;
      near = near && std::any_of(along[a].begin(), along[a].end(), [&](const numerics::PointWeight& w) {
               auto reaches = [&](int index) { return index >= range.first - reach && index < range.last + reach; };
               return reaches(w.index) || reaches(w.index - turn) || reaches(w.index + turn);
             });
    }
    const int owner = c.cuts.rank_at(place);
    if (!near && owner != me) continue;

    if (owner == me) {
      owned_.push_back(channel);
      channels_.emplace_back();
    }
    for (Term& term : terms_of(c, receiver, channel.component)) {
      // The ranks along each axis that hold its points.
      std::array<std::vector<int>, 3> places_of;
      bool here_only = owner == me;
      for (int a = 0; a < 3; ++a)
        for (const int index : term.index[a]) {
          places_of[a].push_back(a < c.whole.dim ? c.cuts.place_of(a, index + c.part.axis[a].offset) : 0);
          here_only = here_only && places_of[a].back() == place[a];
        }
      if (here_only) {
        channels_.back().terms.push_back({std::move(term), {}});
        continue;
      }
      const auto& px = places_of[0];
      const bool row_is_cut = std::any_of(px.begin(), px.end(), [&](int p) { return p != px.front(); });
      std::vector<RowSource> rows;  // moved as a whole: its elements stay where they are
      rows.reserve(term.index[2].size() * term.index[1].size());
      bool lent = false;
      for (std::size_t k = 0; k < term.index[2].size(); ++k)
        for (std::size_t j = 0; j < term.index[1].size(); ++j) {
          RowSource& row = rows.emplace_back();
          if (row_is_cut) row.points.assign(px.size(), from_here);
          for (std::size_t i = 0; i < (row_is_cut ? px.size() : 1); ++i) {
            const int holder = c.cuts.rank_at({px[i], places_of[1][j], places_of[2][k]});
            if (holder == owner) continue;
            if (holder == me) {
              lent_to[owner].push_back(
                  {lent_.size(), static_cast<int>(j), static_cast<int>(k), row_is_cut ? static_cast<int>(i) : -1});
              lent = true;
            } else if (owner == me) {
              (row_is_cut ? row.points[i] : row.at) = expected_from[holder]++;
            }
            if (owner == me) places.emplace_back(row_is_cut ? &row.points[i] : &row.at, holder);
          }
        }
      if (lent) lent_.push_back(term);
      if (owner != me) continue;
      channels_.back().terms.push_back({std::move(term), std::move(rows)});
      channels_.back().waits = true;
    }
  }

  // The messages: this rank's contributions by receiving rank, and where those of the others will lie.
  std::vector<parallel::HaloLink<double>> links;
  std::map<int, int> start;
  int n_out = 0, n_in = 0;
  for (const auto& [rank, n] : expected_from) {
    start[rank] = n_in;
    n_in += n;
  }
  for (const auto& [rank, list] : lent_to) n_out += static_cast<int>(list.size());
  outgoing_.resize(static_cast<std::size_t>(n_out));
  arrived_.resize(static_cast<std::size_t>(n_in));
  constexpr int tag = 80;
  std::ptrdiff_t at = 0;
  for (const auto& [rank, list] : lent_to) {
    contributions_.insert(contributions_.end(), list.begin(), list.end());
    const auto n = static_cast<std::ptrdiff_t>(list.size());
    links.push_back({rank, tag, tag, {{outgoing_.data(), {{at, n}}}}, {}});
    at += n;
  }
  for (const auto& [rank, n] : expected_from)
    links.push_back({rank, tag, tag, {}, {{arrived_.data(), {{start[rank], n}}}}});
  halo_ = parallel::Halo<double>(c.communicator, std::move(links));
  for (const auto& [slot, rank] : places)
    if (*slot != from_here) *slot += start[rank];
}

template <class Real>
double Channels<Real>::row_sum(const Term& term, int j, int k) const {
  const std::size_t n = term.index[0].size();
  const Real* row = term.field + term.index[1][j] * stride_[1] + term.index[2][k] * stride_[2];
  double value[most_points];
  for (std::size_t i = 0; i < n; ++i) value[i] = static_cast<double>(row[term.index[0][i]]);
  if (!term.medium.empty()) {
    const double* medium = &term.medium[(static_cast<std::size_t>(k) * term.index[1].size() + j) * n];
    for (std::size_t i = 0; i < n; ++i) value[i] *= medium[i];
  }
  return dot(term.weight[0].data(), value, n);
}

template <class Real>
double Channels<Real>::sum_of(const PlacedTerm& placed) const {
  const Term& term = placed.term;
  const std::size_t n = term.index[0].size();
  double sum = 0;
  std::size_t r = 0;
  for (std::size_t k = 0; k < term.index[2].size(); ++k)
    for (std::size_t j = 0; j < term.index[1].size(); ++j, ++r) {
      const double weight = term.factor * term.weight[2][k] * term.weight[1][j];
      double row = 0;
      if (placed.rows.empty() || (placed.rows[r].at == from_here && placed.rows[r].points.empty())) {
        row = row_sum(term, static_cast<int>(j), static_cast<int>(k));
      } else if (placed.rows[r].points.empty()) {
        row = arrived_[static_cast<std::size_t>(placed.rows[r].at)];
      } else {
        const Real* here = term.field + term.index[1][j] * stride_[1] + term.index[2][k] * stride_[2];
        double value[most_points];
        for (std::size_t i = 0; i < n; ++i) {
          const int at = placed.rows[r].points[i];
          value[i] =
              at == from_here ? static_cast<double>(here[term.index[0][i]]) : arrived_[static_cast<std::size_t>(at)];
          if (!term.medium.empty()) value[i] *= term.medium[r * n + i];
        }
        row = dot(term.weight[0].data(), value, n);
      }
      sum += dot(&weight, &row, 1);
    }
  return sum;
}

template <class Real>
double Channels<Real>::sum_of(const Channel& channel) const {
  double sum = 0;
  for (const PlacedTerm& placed : channel.terms) sum += sum_of(placed);
  return sum;
}

template <class Real>
void Channels<Real>::read(std::span<double> sums) {
  exec::for_each_block(contributions_.size(), 16, [&](std::size_t n) {
    const Contribution& c = contributions_[n];
    const Term& term = lent_[c.term];
    outgoing_[n] = c.point < 0
                       ? row_sum(term, c.j, c.k)
                       : static_cast<double>(term.field[term.index[1][c.j] * stride_[1] +
                                                        term.index[2][c.k] * stride_[2] + term.index[0][c.point]]);
  });
  halo_.begin();
  auto read_those_that = [&](bool wait) {
    exec::for_each_block(channels_.size(), 1024, [&, wait](std::size_t n) {
      if (channels_[n].waits == wait) sums[n] = sum_of(channels_[n]);
    });
  };
  read_those_that(false);
  halo_.finish();
  if (!arrived_.empty()) read_those_that(true);
}

template <class Real>
FlatChannels<Real> Channels<Real>::flat() const {
  FlatChannels<Real> all;
  all.first_row.push_back(0);
  all.first_term.push_back(0);
  for (const Channel& channel : channels_) {
    for (const auto& [term, rows] : channel.terms) {
      assert(rows.empty());
      const auto first = static_cast<int>(all.indices.size());
      const auto n = static_cast<int>(term.index[0].size());
      all.indices.insert(all.indices.end(), term.index[0].begin(), term.index[0].end());
      all.weights.insert(all.weights.end(), term.weight[0].begin(), term.weight[0].end());
      auto medium = term.medium.empty() ? -1 : static_cast<int>(all.medium.size());
      all.medium.insert(all.medium.end(), term.medium.begin(), term.medium.end());
      for (std::size_t k = 0; k < term.index[2].size(); ++k)
        for (std::size_t j = 0; j < term.index[1].size(); ++j) {
          all.rows.push_back({term.field + term.index[1][j] * stride_[1] + term.index[2][k] * stride_[2],
                              term.factor * term.weight[2][k] * term.weight[1][j], first, n, medium});
          if (medium >= 0) medium += n;
        }
      all.first_row.push_back(static_cast<int>(all.rows.size()));
    }
    all.first_term.push_back(static_cast<int>(all.first_row.size()) - 1);
  }
  return all;
}

template class Channels<float>;
template class Channels<double>;

}  // namespace unda::fd
