// quakeml/eventParameters/event: an origin and a focalMechanism with its momentTensor. Units of QuakeML are SI: m, N m, degrees.
#include "scenario/quake_ml.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/utc.hpp"
#include "scenario/wording.hpp"
#include "scenario/xml_file.hpp"

namespace unda::scenario {

namespace {

constexpr double dyne_cm_in_newton_m = 1e7;

/// The child of this name with the id that is preferred, else the first.
const xml::Element* chosen(const xml::Element& event, const std::string& name, const std::string& id) {
  const auto all = event.all(name);
  for (const xml::Element* element : all)
    if (!id.empty() && element->attribute("publicID") == id) return element;
  return all.empty() ? nullptr : all.front();
}

std::string text_of(const xml::Element& from, const std::string& path) {
  const xml::Element* found = from.at(path);
  return found == nullptr ? "" : found->text;
}

/// The centroid that the moment tensor tells of, else the preferred origin, else the first.
const xml::Element* origin_of(const xml::Element& event, const xml::Element& tensor) {
  const std::string derived = text_of(tensor, "derivedOriginID");
  for (const xml::Element* origin : event.all("origin"))
    if (!derived.empty() && origin->attribute("publicID") == derived) return origin;
  return chosen(event, "origin", text_of(event, "preferredOriginID"));
}

std::string name_of_event(const xml::Element& event) {
  const std::string id = event.attribute("publicID");
  const auto last = id.find_last_of("/=");
  const std::string description = text_of(event, "description/text");
  return !description.empty() ? description : last == std::string::npos ? id : id.substr(last + 1);
}

SolutionEvent event_of(const xml::Element& event, std::vector<FileComplaint>& complaints) {
  SolutionEvent out;
  out.line = event.line;
  out.name = name_of_event(event);
  const xml::Element* mechanism = chosen(event, "focalMechanism", text_of(event, "preferredFocalMechanismID"));
  const xml::Element* moment = mechanism ? mechanism->child("momentTensor") : nullptr;
  const xml::Element* tensor = moment ? moment->child("tensor") : nullptr;
  const xml::Element* origin = moment ? origin_of(event, *moment) : nullptr;
  if (tensor == nullptr || origin == nullptr) {
    complaints.push_back(
        {event.line,
         fmt::format("the event has no {}", tensor == nullptr ? "focalMechanism/momentTensor/tensor" : "origin")});
    return out;
  }
  constexpr std::array<const char*, 6> names{"Mrr/value", "Mtt/value", "Mpp/value",
                                             "Mrt/value", "Mrp/value", "Mtp/value"};
  std::array<double, 6> m{};
  for (std::size_t i = 0; i < 6; ++i) m[i] = dyne_cm_in_newton_m * number_at(*tensor, names[i], true, complaints);
  out.moment = moment_from_cmt(m);
  out.latitude = number_at(*origin, "latitude/value", true, complaints);
  out.longitude = number_at(*origin, "longitude/value", true, complaints);
  out.depth = number_at(*origin, "depth/value", true, complaints);
  if (out.depth < 0)
    complaints.push_back({origin->line, fmt::format("depth: found {} m; must be 0 or more", out.depth)});
  const xml::Element* latitude = origin->child("latitude");
  const xml::Element* depth = origin->child("depth");
  out.latitude_line = latitude ? latitude->line : origin->line;
  out.depth_line = depth ? depth->line : origin->line;
  out.half_duration = 0.5 * number_at(*moment, "sourceTimeFunction/duration", false, complaints);
  out.width_line = moment->line;
  if (const std::string time = text_of(*origin, "time/value"); !time.empty()) {
    out.origin_time = parse_utc(time);
    if (!out.origin_time)
      complaints.push_back(
          {origin->line, fmt::format("time: found '{}'; must be as 2011-03-11T05:46:23Z", shortened(time))});
  }
  return out;
}

/// Times of several events count from the first of them, as time shifts do.
void set_shifts(std::vector<SolutionEvent>& events) {
  if (events.size() < 2) return;
  std::int64_t first = INT64_MAX;
  for (const SolutionEvent& event : events)
    if (event.origin_time) first = std::min(first, *event.origin_time);
  for (SolutionEvent& event : events)
    if (event.origin_time) {
      event.time_shift = static_cast<double>(*event.origin_time - first) * 1e-6;
      event.origin_time = first;
    }
}

}  // namespace

std::vector<SolutionEvent> read_quake_ml(const std::filesystem::path& file, std::vector<FileComplaint>& complaints) {
  std::vector<SolutionEvent> events;
  const auto root = read_xml(file, complaints);
  if (!root) return events;
  const xml::Element* parameters = root->name == "quakeml" ? root->child("eventParameters") : nullptr;
  if (parameters == nullptr) {
    complaints.push_back(
        {root->line, fmt::format("found <{}>; a QuakeML has <quakeml> with <eventParameters>", shortened(root->name))});
    return events;
  }
  for (const xml::Element* event : parameters->all("event")) events.push_back(event_of(*event, complaints));
  if (events.empty() && complaints.empty()) complaints.push_back({0, "holds no event"});
  set_shifts(events);
  return events;
}

}  // namespace unda::scenario
