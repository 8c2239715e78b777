// Keeping and writing lists of frames.
#include "run/frame_list.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "parallel/together.hpp"
#include "run/result_directory.hpp"
#include "run/snapshot_times.hpp"

namespace unda::run {

using scenario::Quantity;

namespace {

constexpr double bytes_around_data = 1e4;  // of a file besides its arrays, at most
constexpr double index_interval = 1;       // s between two writings of the index: many small files stay cheap

std::string available_quantities(const method::Discretisation& fields) {
  std::string names;
  for (const Quantity quantity :
       {Quantity::displacement, Quantity::velocity, Quantity::acceleration, Quantity::pressure, Quantity::stress}) {
    if (!has_wavefield(fields, quantity)) continue;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", scenario::name_of(quantity));
  }
  return names;
}

}  // namespace

std::int64_t n_frames(double interval, double duration) {
  return static_cast<std::int64_t>(std::floor(duration / interval + 1e-9)) + 1;
}

double last_frame_time(double interval, double duration) {
  return static_cast<double>(n_frames(interval, duration) - 1) * interval;
}

void check_frames(const Experiment& e, const std::string& key, double interval,
                  const std::vector<Quantity>& quantities) {
  const scenario::Scenario& s = *e.scenario;
  for (const Quantity quantity : quantities) {
    if (s.initial && quantity == Quantity::acceleration)
      s.fail(key + ".quantities",
             "found \"acceleration\", which is not known at t = 0 of a starting field; use \"velocity\"");
    if (!e.plan->discretisation().has_snapshot(quantity))
      s.fail(key + ".quantities",
             fmt::format("found \"{}\"; method {} has snapshots of: {}", scenario::name_of(quantity),
                         scenario::name_of(s.solver.method), available_quantities(e.plan->discretisation())));
  }
  if (interval < e.dt * (1 - 1e-9))
    s.fail(key + ".interval",
           fmt::format("{:.4g} s is less than the time step, {:.4g} s; take at least that", interval, e.dt));
}

FrameList::FrameList(const Experiment& experiment, std::filesystem::path folder, std::string stem, double interval,
                     std::vector<Quantity> quantities)
    : experiment_(experiment),
      folder_(std::move(folder)),
      stem_(std::move(stem)),
      interval_(interval),
      quantities_(std::move(quantities)),
      n_frames_(run::n_frames(interval, experiment.scenario->time.duration)) {}

void FrameList::make_folder() const {
  parallel::on_root(experiment_.communicator, [this] {
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    require(!error, "{}: cannot make this folder: {}", folder_.string(), error.message());
  });
}

std::filesystem::path FrameList::claim(const std::string& name) const { return claim_file(folder_ / name); }

std::int64_t FrameList::step_of(std::int64_t number) const {
  return std::llround(static_cast<double>(number) * interval_ / experiment_.dt);
}

Frame FrameList::frame(std::int64_t number) const {
  const std::int64_t step = step_of(number);
  return {fmt::format("{}_{:06}.vtkhdf", stem_, number), step, static_cast<double>(step) * experiment_.dt,
          static_cast<double>(number) * interval_};
}

double FrameList::time_of(Quantity quantity, std::int64_t step) const {
  const double offset = step > 0 && offset_ ? offset_(quantity) : 0;
  return (static_cast<double>(step) + offset) * experiment_.dt;
}

void FrameList::add(const Frame& frame) {
  written_.push_back(frame);
  const std::int64_t n = n_written();
  if (n == 1 || n == n_frames_ || since_index_.seconds() > index_interval) write_lists();
}

void FrameList::write_lists() {
  if (n_listed_ == written_.size()) return;
  nlohmann::ordered_json index, series;
  index["interval"] = interval_;
  index["dt"] = experiment_.dt;
  for (const auto& [name, value] : described_) index[name] = nlohmann::ordered_json::parse(value);
  index["snapshots"] = nlohmann::ordered_json::array();
  series["file-series-version"] = "1.0";
  series["files"] = nlohmann::ordered_json::array();
  for (const Frame& frame : written_) {
    nlohmann::ordered_json times;
    for (const Quantity quantity : quantities_) times[scenario::name_of(quantity)] = time_of(quantity, frame.step);
    index["snapshots"].push_back({{"file", frame.file},
                                  {"step", frame.step},
                                  {"time", frame.time},
                                  {"asked_time", frame.asked_time},
                                  {"time_of", times}});
    series["files"].push_back({{"name", frame.file}, {"time", frame.time}});
  }
  if (experiment_.communicator.is_root()) {
    write_text(claim("index.json"), index.dump(2) + "\n");
    write_text(claim(stem_ + ".vtkhdf.series"), series.dump(2) + "\n");
  }
  n_listed_ = written_.size();
  since_index_.restart();
}

void FrameList::transfer(method::State& state) {
  std::int64_t n = n_written();
  state.value(n);
  if (state.restoring()) written_.resize(static_cast<std::size_t>(n));
  for (Frame& frame : written_) {
    state.text(frame.file);
    state.value(frame.step);
    state.value(frame.time);
    state.value(frame.asked_time);
  }
}

std::optional<std::string> FrameList::space_warning(const char* key, const char* word, double data_bytes) const {
  const double bytes_each = data_bytes + bytes_around_data;
  const double bytes = bytes_each * static_cast<double>(n_frames_);
  std::error_code error;
  const std::filesystem::space_info disk = std::filesystem::space(folder_, error);
  if (error || bytes <= static_cast<double>(disk.available)) return {};
  return fmt::format("{}: {} {} of {:.3g} GB need {:.3g} GB; {} has {:.3g} GB free", experiment_.scenario->where(key),
                     n_frames_, word, bytes_each / 1e9, bytes / 1e9, folder_.string(),
                     static_cast<double>(disk.available) / 1e9);
}

}  // namespace unda::run
