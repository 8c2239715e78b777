// The files of a movie and their times: index.json, and the list that ParaView opens as a series.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/timer.hpp"
#include "run/experiment.hpp"

namespace unda::run {

struct Frame {
  std::string file;
  std::int64_t step = 0;
  double time = 0, asked_time = 0;  ///< s
};

/// Frame n belongs to the time n * interval and to the step nearest to it.
class FrameList {
 public:
  /// `stem`: of the file names. `quantities`: those in every file.
  FrameList(const Experiment& experiment, std::filesystem::path folder, std::string stem, double interval,
            std::vector<scenario::Quantity> quantities);

  /// Makes the folder. Collective.
  void make_folder() const;
  const std::filesystem::path& folder() const { return folder_; }
  std::int64_t n_frames() const { return n_frames_; }
  std::int64_t n_written() const { return static_cast<std::int64_t>(written_.size()); }
  std::int64_t step_of(std::int64_t number) const;
  Frame frame(std::int64_t number) const;

  /// A file of the folder that is about to be written, on the first rank.
  std::filesystem::path claim(const std::string& name) const;
  /// A file is whole. Writes the lists at the first and the last, and now and then.
  void add(const Frame& frame);
  /// Writes the lists where files have come since. Collective.
  void write_lists();
  void transfer(method::State& state);
  /// The time of a quantity after `step` steps, s. `offset`: of the method, in steps.
  void set_offset(std::function<double(scenario::Quantity)> offset) { offset_ = std::move(offset); }
  double time_of(scenario::Quantity quantity, std::int64_t step) const;
  /// What the index tells beside the files.
  void describe(const std::string& name, const std::string& json) { described_.emplace_back(name, json); }

  /// What to tell the user where the disk has less room than files of this size need.
  std::optional<std::string> space_warning(const char* key, const char* word, double data_bytes) const;

 private:
  const Experiment& experiment_;
  std::filesystem::path folder_;
  std::string stem_;
  double interval_ = 0;
  std::vector<scenario::Quantity> quantities_;
  std::function<double(scenario::Quantity)> offset_;
  std::vector<std::pair<std::string, std::string>> described_;  ///< name and JSON
  std::int64_t n_frames_ = 0;
  std::vector<Frame> written_;
  std::size_t n_listed_ = 0;  ///< of them, in the index on disk
  Timer since_index_;
};

/// From t = 0 up to the end of the run.
std::int64_t n_frames(double interval, double duration);

/// The time of the last frame up to the end of the run, s.
double last_frame_time(double interval, double duration);

/// Refuses quantities that the method does not have of its wavefield, and intervals below the time step.
void check_frames(const Experiment& experiment, const std::string& key, double interval,
                  const std::vector<scenario::Quantity>& quantities);

}  // namespace unda::run
