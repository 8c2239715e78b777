// Placing the points of a fault.
#include "scenario/resolve_fault.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "scenario/fsp_file.hpp"
#include "scenario/srf_file.hpp"

namespace unda::scenario {

namespace {

/// How far the sum over the samples may be from the slip that the file states.
constexpr double largest_difference = 0.05;

class FaultFile {
 public:
  FaultFile(Scenario& v, std::size_t i, const Ground& ground, Problems& problems)
      : v_(v),
        ground_(ground),
        index_(i),
        spec_(v.sources[i]),
        given_time_function_(v.places.contains(fmt::format("source[{}].time_function", i))),
        wrong_(fmt::format("source[{}].file", i), spec_.file, problems) {}

  void resolve() {
    if (v_.domain.dim != 3)
      return wrong_.add(0, "a finite fault needs a 3-D domain; in 2-D and 1-D give kind and position");
    if (v_.domain.chunk)
      return wrong_.add(
          0,
          "a finite fault needs domain.kind = \"box\"; a chunk of the earth takes points: CMTSOLUTION, QuakeML, or one "
          "[[source]] for each");
    read();
    if (!wrong_.none()) return;
    for (std::size_t n = 0; n < fault_.points.size(); ++n) place(fault_.points[n], n);
    std::erase_if(fault_.points, [](const FaultPoint& p) { return !p.slips(0) && !p.slips(1) && !p.slips(2); });
    if (wrong_.none() && fault_.points.empty()) wrong_.add(0, "no point of the fault slips");
    if (!wrong_.none()) return;
    fill_spec();
    tell();
  }

 private:
  void read() {
    std::vector<FileComplaint> complaints;
    is_srf_ = !looks_like_fsp(spec_.file);
    if (is_srf_) {
      fault_ = read_srf(spec_.file, complaints);
      if (given_time_function_) wrong_.add(0, "an SRF has slip rates of its own; leave out time_function");
    } else {
      FspFault found = read_fsp(spec_.file, complaints);
      fault_ = std::move(found.fault);
      shifts_ = std::move(found.shifts);
      starts_by_speed_ = found.starts_by_speed;
      rise_of_header_ = found.rise_of_header;
    }
    wrong_.add(complaints);
  }

  void place(FaultPoint& p, std::size_t n) {
    std::string reason = ground_.place(p.position[1], p.position[0], p.depth, p.position);
    if (!shifts_.empty()) p.position = p.position + Vector{shifts_[n][0], shifts_[n][1], 0};
    if (reason.empty()) reason = ground_.outside(p.position, "the point", v_.has_shaped_surface());
    if (!reason.empty()) return wrong_.add(p.line, reason);
    if (is_srf_) return;
    if (given_time_function_) p.rise = 0;
    if (p.rise == 0 && !given_time_function_ && p.slip[0] != 0)
      wrong_.add(
          p.line,
          "the file does not tell how long slip takes (RISE, or avTr in the header): give a time_function beside file");
  }

  void fill_spec() {
    const auto first = std::min_element(fault_.points.begin(), fault_.points.end(),
                                        [](const FaultPoint& a, const FaultPoint& b) { return a.start < b.start; });
    spec_.kind = SourceKind::moment_tensor;
    spec_.position = first->position;
    spec_.depth = first->depth;
    spec_.moment = moment_of_slip(*first, first->slips(0) ? 0 : first->slips(1) ? 1 : 2, 1, 1);
  }

  void tell() {
    const std::size_t n = fault_.points.size();
    double area = 0, potency = 0, last = 0, off = 0;
    bool own_medium = false;
    for (const FaultPoint& p : fault_.points) {
      area += p.area;
      potency += p.area * std::hypot(p.slip[0], p.slip[1], p.slip[2]);
      last = std::max(last, p.start);
      own_medium = own_medium || p.rho > 0;
      off += p.area * difference_of_slip(p);
    }
    v_.notes.push_back(fmt::format("{}: {} ({}): {} point{} that slip: {}; depth below the surface in km to m",
                                   spec_.file.string(), is_srf_ ? "SRF" : "FSP", is_srf_ ? "cm and cm^2" : "m and km",
                                   n, n == 1 ? "" : "s", ground_.words()));
    v_.notes.push_back(
        fmt::format("  {:.4g} km^2, mean slip {:.4g} m, the last point starts at t = {:.4g} s; moment by {}",
                    area / 1e6, potency / area, last,
                    own_medium ? "vs and density of the file where it has them, else of the model"
                               : "the model's shear modulus at each point"));
    if (!is_srf_) tell_times();
    if (off > largest_difference * potency)
      v_.warnings.push_back(v_.complaint(
          fmt::format("source[{}].file", index_),
          fmt::format(
              "the slip rates sum up to slips that differ from those stated in the file by {:.0f} %; the rates are "
              "taken as they stand",
              100 * off / potency)));
    spec_.fault = std::make_shared<const FiniteFault>(std::move(fault_));
  }

  void tell_times() {
    v_.notes.push_back(fmt::format("  slip starts {}, and its rate is {}",
                                   starts_by_speed_ ? "as a front of the header's average speed arrives" : "at TRUP",
                                   given_time_function_ ? "the scenario's time function from there on"
                                   : rise_of_header_    ? "1 - cos over the header's average rise time"
                                                        : "1 - cos over RISE"));
  }

  /// Between what the file says and the sum over its samples, m.
  double difference_of_slip(const FaultPoint& p) const {
    if (!(p.interval > 0)) return 0;
    double sum_of_squares = 0;
    std::size_t k = p.first_sample;
    for (std::size_t d = 0; d < 3; ++d) {
      double sum = 0;
      for (std::uint32_t i = 0; i < p.n_samples[d]; ++i) sum += fault_.rates[k++] * p.interval;
      sum_of_squares += (sum - p.slip[d]) * (sum - p.slip[d]);
    }
    return std::sqrt(sum_of_squares);
  }

  Scenario& v_;
  const Ground& ground_;
  std::size_t index_;
  SourceSpec& spec_;
  bool given_time_function_, is_srf_ = true, starts_by_speed_ = false, rise_of_header_ = false;
  FileProblems wrong_;
  FiniteFault fault_;
  std::vector<Vector> shifts_;
};

}  // namespace

bool is_fault_file(const std::filesystem::path& file) { return looks_like_fsp(file) || looks_like_srf(file); }

void resolve_fault(Scenario& v, std::size_t i, const Ground& ground, Problems& problems) {
  FaultFile(v, i, ground, problems).resolve();
}

}  // namespace unda::scenario
