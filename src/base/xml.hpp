// XML as seismologists exchange it (StationXML, QuakeML): elements, attributes and text, without namespaces.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace unda::xml {

struct Element {
  std::string name;  ///< without a namespace's prefix
  int line = 0;
  std::map<std::string, std::string> attributes;
  std::string text;  ///< what stands between its tags, without that of its children; trimmed
  std::vector<Element> children;

  /// The first child of this name; null where there is none.
  const Element* child(const std::string& name) const;
  std::vector<const Element*> all(const std::string& name) const;
  /// By names with slashes between them: "origin/latitude/value".
  const Element* at(const std::string& path) const;
  std::string attribute(const std::string& name) const;
};

/// Where a text is no XML.
struct Damage {
  int line = 0;
  std::string text;
};

/// The outermost element. Throws Damage. Entities are the five of XML and numbers; a document type of its own is refused.
Element parse(const std::string& text);

/// With & < > and quotes written so that they can stand in text and attributes.
std::string escaped(const std::string& text);

}  // namespace unda::xml
