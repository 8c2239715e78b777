// Recursive descent over the characters of a document.
#include "base/xml.hpp"

#include <charconv>

namespace unda::xml {
namespace {

constexpr int deepest = 200;

std::string local_name(const std::string& name) {
  const auto colon = name.find(':');
  return colon == std::string::npos ? name : name.substr(colon + 1);
}

std::string trimmed(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
  return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

void append_utf8(unsigned code, std::string& out) {
  const auto put = [&](unsigned byte) { out += static_cast<char>(byte); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    put(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  } else {
    put(0xf0 | code >> 18);
    put(0x80 | (code >> 12 & 0x3f));
    put(0x80 | (code >> 6 & 0x3f));
    put(0x80 | (code & 0x3f));
  }
}

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Element document() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    pass_over_others();
    if (!looking_at("<")) fail("an element is missing");
    Element root = element(0);
    pass_over_others();
    if (at_ < text_.size()) fail("something stands after the last element");
    return root;
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw Damage{line_, what}; }
  bool looking_at(const std::string& what) const { return text_.compare(at_, what.size(), what) == 0; }
  char next() {
    if (at_ >= text_.size()) fail("the document ends too early");
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return c;
  }
  void pass(const std::string& what) {
    if (!looking_at(what)) fail("expected " + what);
    for (std::size_t n = 0; n < what.size(); ++n) next();
  }
  std::string up_to(const std::string& end) {
    const std::size_t stop = text_.find(end, at_);
    if (stop == std::string::npos) fail("the document ends before " + end);
    std::string out;
    while (at_ < stop) out += next();
    pass(end);
    return out;
  }
  void pass_spaces() {
    while (at_ < text_.size() && std::string(" \t\r\n").find(text_[at_]) != std::string::npos) next();
  }
  /// Spaces, comments and instructions between elements.
  void pass_over_others() {
    while (true) {
      pass_spaces();
      if (looking_at("<!--"))
        up_to("-->");
      else if (looking_at("<?"))
        up_to("?>");
      else if (looking_at("<!DOCTYPE"))
        fail("a document type of its own is not read");
      else
        return;
    }
  }

  std::string name() {
    std::string out;
    while (at_ < text_.size() && std::string(" \t\r\n=<>/\"'").find(text_[at_]) == std::string::npos) out += next();
    if (out.empty()) fail("a name is missing");
    return out;
  }

  std::string decoded(const std::string& raw) const {
    std::string out;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '&') {
        out += raw[i];
        continue;
      }
      const std::size_t end = raw.find(';', i);
      if (end == std::string::npos || end - i > 10) fail("an entity has no end");
      append_entity(raw.substr(i + 1, end - i - 1), out);
      i = end;
    }
    return out;
  }
  void append_entity(const std::string& entity, std::string& out) const {
    static const std::map<std::string, char> known{
        {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
    if (const auto found = known.find(entity); found != known.end()) {
      out += found->second;
      return;
    }
    const bool hexadecimal = entity.starts_with("#x");
    if (!entity.starts_with("#")) fail("the entity &" + entity + "; is not known");
    const char *begin = entity.data() + (hexadecimal ? 2 : 1), *end = entity.data() + entity.size();
    unsigned code = 0;
    if (const auto [stop, error] = std::from_chars(begin, end, code, hexadecimal ? 16 : 10);
        error != std::errc() || stop != end || code == 0 || code > 0x10ffff)
      fail("the entity &" + entity + "; is no character");
    append_utf8(code, out);
  }

  void attributes(Element& e) {
    while (true) {
      pass_spaces();
      if (looking_at(">") || looking_at("/>")) return;
      const std::string key = name();
      pass_spaces();
      pass("=");
      pass_spaces();
      const char quote = next();
      if (quote != '"' && quote != '\'') fail("the value of " + key + " does not stand between quotes");
      e.attributes[local_name(key)] = decoded(up_to(std::string(1, quote)));
    }
  }

  Element element(int depth) {
    if (depth > deepest) fail("elements are nested too deeply");
    Element e;
    e.line = line_;
    pass("<");
    const std::string whole = name();
    e.name = local_name(whole);
    attributes(e);
    if (looking_at("/>")) {
      pass("/>");
      return e;
    }
    pass(">");
    while (!looking_at("</")) content(e, depth);
    pass("</");
    if (const std::string end = name(); end != whole) fail("<" + whole + "> ends with </" + end + ">");
    pass_spaces();
    pass(">");
    e.text = trimmed(e.text);
    return e;
  }

  void content(Element& e, int depth) {
    if (looking_at("<!--")) {
      up_to("-->");
    } else if (looking_at("<![CDATA[")) {
      pass("<![CDATA[");
      e.text += up_to("]]>");
    } else if (looking_at("<?")) {
      up_to("?>");
    } else if (looking_at("<")) {
      e.children.push_back(element(depth + 1));
    } else {
      std::string raw;
      while (at_ < text_.size() && text_[at_] != '<') raw += next();
      if (at_ >= text_.size()) fail("<" + e.name + "> has no end");
      e.text += decoded(raw);
    }
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

}  // namespace

const Element* Element::child(const std::string& wanted) const {
  for (const Element& c : children)
    if (c.name == wanted) return &c;
  return nullptr;
}

std::vector<const Element*> Element::all(const std::string& wanted) const {
  std::vector<const Element*> found;
  for (const Element& c : children)
    if (c.name == wanted) found.push_back(&c);
  return found;
}

const Element* Element::at(const std::string& path) const {
  const Element* here = this;
  std::size_t start = 0;
  while (here != nullptr && start <= path.size()) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    here = here->child(path.substr(start, end - start));
    start = end + 1;
  }
  return here;
}

std::string Element::attribute(const std::string& key) const {
  const auto found = attributes.find(key);
  return found == attributes.end() ? "" : found->second;
}

Element parse(const std::string& text) { return Parser(text).document(); }

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace unda::xml
