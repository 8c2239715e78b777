// Placing and reading channels.
#include "fd/channels.hpp"

#include <algorithm>
#include <cmath>

#include "exec/for_each.hpp"
#include "fd/medium.hpp"
#include "fd/stress_in_layers.hpp"

namespace unda::fd {
namespace {

constexpr int reach = 10;  // of a stencil from any of its points, and a few more

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

/// Beside a slip interface from the receiver's own side, and from what is kept to what is.
template <class Real>
std::array<AxisWeights, 3> weights_of(const ReadingContext<Real>& c, int field, const Vector& position) {
  const FieldImages& images = c.whole_images[static_cast<std::size_t>(field)];
  const Confinement layer = own_layer(c.whole, c.interfaces, position);
  if (c.slips.empty()) return reading_weights(c.whole, images, position, layer);
  const int axis = c.slips.axis();
  const SlipRole role = c.scheme.slip_role(field, axis);
  const Confinement side = role == SlipRole::continuous ? Confinement{} : c.slips.own_side(position);
  auto along = reading_weights(c.whole, images, position, within_both(layer, side));
  for (auto& [index, weight] : along[axis]) weight /= c.slips.scale(role, index);
  return along;
}

/// At the points of a term, row after row: beside level interfaces all cells of a row are alike.
template <class Real>
std::vector<double> weights_by_cell(const ReadingContext<Real>& c, const StressPart& part,
                                    const std::array<std::vector<int>, 3>& index) {
  const Half& half = c.whole_images[static_cast<std::size_t>(part.field)].half;
  std::vector<double> weights;
  for (const int k : index[2])
    for (const int j : index[1]) {
      const auto [low, high] = cell_around(c.model, c.part, half, {index[0].front(), j, k});
      weights.insert(weights.end(), index[0].size(), part.weight(c.model.stiffness(low, high)));
    }
  return weights;
}

}  // namespace

template <class Real>
void Channels<Real>::add_separable(const ReadingContext<Real>& c, int field, double factor, const Vector& position,
                                   double (*medium_factor)(const double*), std::vector<Term>& terms) const {
  std::array<AxisWeights, 3> along = weights_of(c, field, position);
  Term term;
  term.field = field;
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
  for (const StressPart& part :
       stress_in_layers(c.scheme, c.whole, c.model, c.interfaces, receiver.position, receiver.quantity, component)) {
    add_separable(c, part.field, 1, receiver.position, nullptr, terms);
    Term& term = terms.back();
    term.medium = weights_by_cell(c, part, term.index);
  }
  if (!terms.empty()) return terms;
  for (const FieldTerm& reading : c.scheme.readings(receiver.quantity, component)) {
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

/// The points of a term's rows, which all its rows share: where they begin in the tables.
template <class Real>
int Channels<Real>::add_points(const Term& term) {
  const auto first = static_cast<int>(flat_.indices.size());
  flat_.indices.insert(flat_.indices.end(), term.index[0].begin(), term.index[0].end());
  flat_.weights.insert(flat_.weights.end(), term.weight[0].begin(), term.weight[0].end());
  return first;
}

/// A term all of whose points lie here.
template <class Real>
void Channels<Real>::add_own_term(const Term& term) {
  const auto n = static_cast<int>(term.index[0].size());
  const int first = add_points(term);
  auto medium = term.medium.empty() ? -1 : static_cast<int>(flat_.medium.size());
  flat_.medium.insert(flat_.medium.end(), term.medium.begin(), term.medium.end());
  for (std::size_t k = 0; k < term.index[2].size(); ++k)
    for (std::size_t j = 0; j < term.index[1].size(); ++j) {
      flat_.rows.push_back({term.field, term.index[1][j] * stride_[1] + term.index[2][k] * stride_[2],
                            term.factor * term.weight[2][k] * term.weight[1][j], first, n, medium});
      if (medium >= 0) medium += n;
    }
  flat_.first_row.push_back(static_cast<int>(flat_.rows.size()));
}

/// A term whose points lie on several ranks. The owner of the channel adds up its rows in their order; the others give it the
/// sums of rows that they hold, or single points where rows are cut.
template <class Real>
void Channels<Real>::add_shared_term(const ReadingContext<Real>& c, const Term& term, int owner,
                                     const std::array<std::vector<int>, 3>& places, Lending& lending) {
  const int me = c.communicator.rank();
  const auto& px = places[0];
  const bool row_is_cut = std::any_of(px.begin(), px.end(), [&](int p) { return p != px.front(); });
  const std::size_t n = term.index[0].size();
  const int first = add_points(term);
  const auto medium = static_cast<int>(flat_.medium.size());
  flat_.medium.insert(flat_.medium.end(), term.medium.begin(), term.medium.end());
  const auto one = static_cast<int>(flat_.weights.size());  // the weight of a point by itself
  if (row_is_cut) {
    flat_.indices.insert(flat_.indices.end(), term.index[0].begin(), term.index[0].end());
    flat_.weights.insert(flat_.weights.end(), n, 1.0);
  }
  std::vector<WaitingRow> rows(term.index[2].size() * term.index[1].size());  // moved as a whole: stay where they are
  std::size_t r = 0;
  for (std::size_t k = 0; k < term.index[2].size(); ++k)
    for (std::size_t j = 0; j < term.index[1].size(); ++j, ++r) {
      WaitingRow& row = rows[r];
      row.weight = term.factor * term.weight[2][k] * term.weight[1][j];
      row.places.resize(row_is_cut ? n : 1);
      const std::ptrdiff_t offset = term.index[1][j] * stride_[1] + term.index[2][k] * stride_[2];
      if (row_is_cut) {
        row.weights = term.weight[0];
        if (!term.medium.empty())
          row.medium.assign(term.medium.begin() + static_cast<std::ptrdiff_t>(r * n),
                            term.medium.begin() + static_cast<std::ptrdiff_t>((r + 1) * n));
      }
      for (std::size_t i = 0; i < row.places.size(); ++i) {
        const int holder = c.cuts.rank_at({px[i], places[1][j], places[2][k]});
        const auto of_row = static_cast<int>(r * n);
        const ReadingRow sum =
            row_is_cut
                ? ReadingRow{term.field, offset, 1, one + static_cast<int>(i), 1, -1}
                : ReadingRow{
                      term.field, offset, 1, first, static_cast<int>(n), term.medium.empty() ? -1 : medium + of_row};
        if (holder == me && owner != me) lending.to[owner].push_back(sum);
        if (owner != me) continue;
        if (holder == me) {
          row.places[i] = {false, static_cast<int>(own_loose_.size())};
          own_loose_.push_back(sum);
        } else {
          row.places[i] = {true, lending.n_from[holder]++};
          lending.arriving.emplace_back(&row.places[i], holder);
        }
      }
    }
  if (owner == me) waiting_.back().terms.push_back(std::move(rows));
}

template <class Real>
Channels<Real>::Channels(const ReadingContext<Real>& c, const std::vector<method::Receiver>& receivers,
                         const std::vector<method::Channel>& all)
    : stride_(c.view.stride) {
  const int me = c.communicator.rank();
  Lending lending;
  for (const method::Channel& channel : all) {
    const method::Receiver& receiver = receivers[channel.receiver];
    // Who owns it and whether it concerns this rank, before any table is made.
    const FieldTerm first = c.scheme.readings(receiver.quantity, channel.component).front();
    const auto along = weights_of(c, first.field, receiver.position);
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

    struct Spread {
      Term term;
      std::array<std::vector<int>, 3> places;  ///< of the ranks along each axis that hold its points
    };
    std::vector<Spread> terms;
    bool one_rank = true;
    for (Term& term : terms_of(c, receiver, channel.component)) {
      Spread& spread = terms.emplace_back();
      for (int a = 0; a < 3; ++a)
        for (const int index : term.index[a]) {
          spread.places[a].push_back(a < c.whole.dim ? c.cuts.place_of(a, index + c.part.axis[a].offset) : 0);
          one_rank = one_rank && spread.places[a].back() == place[a];
        }
      spread.term = std::move(term);
    }
    if (owner == me) {
      if (!one_rank) waiting_.push_back({owned_.size(), {}});
      owned_.push_back(channel);
    }
    for (const Spread& spread : terms) {
      if (one_rank && owner == me) add_own_term(spread.term);
      if (!one_rank) add_shared_term(c, spread.term, owner, spread.places, lending);
    }
    if (owner == me) flat_.first_term.push_back(static_cast<int>(flat_.first_row.size()) - 1);
  }
  make_messages(c.communicator, lending);
}

/// The loose rows are those for others, rank after rank, and then the own.
template <class Real>
void Channels<Real>::make_messages(const parallel::Communicator& communicator, Lending& lending) {
  std::map<int, int> start;
  int n_in = 0;
  for (const auto& [rank, n] : lending.n_from) {
    start[rank] = n_in;
    n_in += n;
  }
  std::size_t n_out = 0;
  for (const auto& [rank, rows] : lending.to) n_out += rows.size();
  outgoing_.resize(n_out);
  arrived_.resize(static_cast<std::size_t>(n_in));
  for (const auto& [place, rank] : lending.arriving) place->at += start[rank];
  for (WaitingChannel& channel : waiting_)
    for (auto& term : channel.terms)
      for (WaitingRow& row : term)
        for (PartialSum& place : row.places)
          if (!place.arrived) place.at += static_cast<int>(n_out);

  std::vector<parallel::HaloLink<double>> links;
  constexpr int tag = 80;
  std::ptrdiff_t at = 0;
  for (const auto& [rank, rows] : lending.to) {
    flat_.rows.insert(flat_.rows.end(), rows.begin(), rows.end());
    const auto n = static_cast<std::ptrdiff_t>(rows.size());
    links.push_back({rank, tag, tag, {{outgoing_.data(), {{at, n}}}}, {}});
    at += n;
  }
  for (const auto& [rank, n] : lending.n_from)
    links.push_back({rank, tag, tag, {}, {{arrived_.data(), {{start[rank], n}}}}});
  flat_.rows.insert(flat_.rows.end(), own_loose_.begin(), own_loose_.end());
  flat_.n_loose = static_cast<int>(n_out + own_loose_.size());
  own_loose_.clear();
  halo_ = parallel::Halo<double>(communicator, std::move(links));
}

template <class Real>
double Channels<Real>::sum_of(const WaitingRow& row, std::span<const double> loose) const {
  auto value_at = [&](const PartialSum& place) {
    return place.arrived ? arrived_[static_cast<std::size_t>(place.at)] : loose[static_cast<std::size_t>(place.at)];
  };
  if (row.weights.empty()) return row.weight * value_at(row.places.front());
  double sum = 0;
  for (std::size_t i = 0; i < row.places.size(); ++i) {
    double value = value_at(row.places[i]);
    if (!row.medium.empty()) value *= row.medium[i];
    sum += row.weights[i] * value;
  }
  return row.weight * sum;
}

template <class Real>
void Channels<Real>::complete(std::span<const double> loose, std::span<double> sums) {
  std::copy_n(loose.begin(), outgoing_.size(), outgoing_.begin());
  halo_.begin();
  halo_.finish();
  for (const WaitingChannel& channel : waiting_) {
    double sum = 0;
    for (const std::vector<WaitingRow>& term : channel.terms) {
      double part = 0;
      for (const WaitingRow& row : term) part += sum_of(row, loose);
      sum += part;
    }
    sums[channel.number] = sum;
  }
}

template <class Real>
void Channels<Real>::read(const View<Real>& view, std::span<double> sums) {
  ReadingTables tables = flat_.view();
  row_sums_.resize(flat_.rows.size());
  values_.resize(sums.size() + static_cast<std::size_t>(flat_.n_loose));
  tables.sums = row_sums_.data();
  const SumRow<Real> sum_row{tables, fields_of(view)};
  const SumChannel sum_channel{tables, values_.data()};
  exec::for_each_block(flat_.rows.size(), 16, [&](std::size_t r) { sum_row(static_cast<int>(r), 0, 0); });
  exec::for_each_block(values_.size(), 16, [&](std::size_t c) { sum_channel(static_cast<int>(c), 0, 0); });
  std::copy_n(values_.begin(), sums.size(), sums.begin());
  complete({values_.data() + sums.size(), static_cast<std::size_t>(flat_.n_loose)}, sums);
}

ReadingTables FlatChannels::view() const {
  return {rows.data(),
          indices.data(),
          weights.data(),
          medium.data(),
          first_row.data(),
          first_term.data(),
          nullptr,
          static_cast<int>(rows.size()),
          static_cast<int>(n_channels()),
          n_loose};
}

template class Channels<float>;
template class Channels<double>;

}  // namespace unda::fd
