// Damaged files: cut anywhere, or random bytes. Each must read or give an InputError; nothing may crash or
// hang.
#include <random>

#include "support.hpp"

namespace unda::scenario::test::hostile_test {

namespace {

class Hostile : public ScenarioFiles {
 protected:
  /// Any other exception fails the test.
  void survive(const std::string& text) const {
    for (const std::string& message : mistakes_in(write("h.toml", text)))
      EXPECT_TRUE(message.find("h.toml") != std::string::npos || message.starts_with("and ")) << message;
  }
};

TEST_F(Hostile, TruncatedFiles) {
  for (const char* name : {"design_sample.toml", "good_2d.toml"}) {
    const std::string text = read_text(data(name));
    for (std::size_t n = 0; n < text.size(); n += 37) survive(text.substr(0, n));
  }
}

TEST_F(Hostile, RandomBytes) {
  std::mt19937 random(20240607);
  for (int i = 0; i < 200; ++i) {
    std::string text(random() % 600, ' ');
    for (char& c : text) c = static_cast<char>(random() % 256);
    survive(text);
  }
}

TEST_F(Hostile, SampleWithBytesChanged) {
  std::mt19937 random(7);
  const std::string sample = read_text(data("good_2d.toml"));
  for (int i = 0; i < 400; ++i) {
    std::string text = sample;
    for (int k = 0; k < 3; ++k) text[random() % text.size()] = static_cast<char>(random() % 128);
    survive(text);
  }
}

TEST_F(Hostile, DeepNesting) {
  std::string dotted = "a", brackets = "a = ";
  for (int i = 0; i < 200000; ++i) dotted += ".a";
  for (int i = 0; i < 200000; ++i) brackets += "[";
  survive(dotted + " = 1\n");
  survive("[" + dotted + "]\n");
  survive(brackets);
}

TEST_F(Hostile, KeysThatLookLikePlaces) {
  survive(
      "\"a[0]\" = 1\n\"a[1]\" = 1\n\"a[x]\" = 1\n\"a[\" = 1\n\"]\" = 1\n\"\" = 1\n\"..\" = 1\n\"a\\u0000b\" "
      "= 1\n");
}

TEST_F(Hostile, ManyKeys) {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += fmt::format("key{} = 1\n", i);
  survive(text);
}

}  // namespace

}  // namespace unda::scenario::test::hostile_test
