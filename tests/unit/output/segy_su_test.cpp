// SEG-Y and SU files, byte by byte, and what they refuse.
#include "base/utc.hpp"
#include "export_support.hpp"

namespace unda::output::test::segy_su_test {
namespace {

struct Field {
  std::size_t byte;
  int size;
  std::int32_t value;
};

/// Trace 5 of traces(): the y component at (50.5, 20.25, -6), 47.7 m from the source at (10, -5).
const std::vector<Field> fifth{{1, 4, 5},     {5, 4, 5},     {9, 4, 2},     {13, 4, 2},     {29, 2, 13},
                               {37, 4, 48},   {41, 4, -600}, {45, 4, 0},    {49, 4, 20000}, {69, 2, -100},
                               {71, 2, -100}, {73, 4, 1000}, {77, 4, -500}, {81, 4, 5050},  {85, 4, 2025},
                               {89, 2, 1},    {109, 2, 0},   {115, 2, 25},  {117, 2, 4000}, {157, 2, 2011},
                               {159, 2, 70},  {161, 2, 5},   {163, 2, 46},  {165, 2, 23},   {167, 2, 4}};

void expect_fields(const std::string& header, const std::vector<Field>& fields, bool big_endian) {
  for (const Field& f : fields) {
    const std::int32_t found = f.size == 2 ? number<std::int16_t>(header, f.byte - 1, big_endian)
                                           : number<std::int32_t>(header, f.byte - 1, big_endian);
    EXPECT_EQ(found, f.value) << "byte " << f.byte;
  }
}

void expect_samples(const std::string& trace, std::size_t r, std::size_t c, bool big_endian) {
  for (std::size_t i = 0; i < 25; ++i)
    EXPECT_EQ(number<float>(trace, 4 * i, big_endian), static_cast<float>(sample(r, c, i)));
}

void add_source(Gathers& gathers) {
  gathers.source = {{10, -5, -200}, 200};
  gathers.time_zero = parse_utc("2011-03-11T05:46:23");
}

/// EBCDIC of letters, digits and blanks, as IBM has them.
std::string from_ebcdic(const std::string& text) {
  std::string out;
  for (const char c : text) {
    const auto b = static_cast<unsigned char>(c);
    if (b == 0x40)
      out += ' ';
    else if (b >= 0xf0 && b <= 0xf9)
      out += static_cast<char>('0' + b - 0xf0);
    else if (b >= 0xc1 && b <= 0xc9)
      out += static_cast<char>('A' + b - 0xc1);
    else if (b >= 0xd1 && b <= 0xd9)
      out += static_cast<char>('J' + b - 0xd1);
    else if (b >= 0xe2 && b <= 0xe9)
      out += static_cast<char>('S' + b - 0xe2);
    else if (b >= 0x81 && b <= 0x89)
      out += static_cast<char>('a' + b - 0x81);
    else if (b >= 0x91 && b <= 0x99)
      out += static_cast<char>('j' + b - 0x91);
    else if (b >= 0xa2 && b <= 0xa9)
      out += static_cast<char>('s' + b - 0xa2);
    else
      out += '.';
  }
  return out;
}

TEST_F(ExportTest, SegyBytes) {
  Gathers gathers(traces(), {}, "t");
  add_source(gathers);
  gathers.title = "Grüße";
  write("segy", gathers, "a.sgy");
  const std::string file = bytes("a.sgy");
  ASSERT_EQ(file.size(), 3600 + 9 * (240 + 4 * 25u));
  const std::string text = from_ebcdic(file.substr(0, 3200));
  EXPECT_EQ(text.substr(0, 40), "C 1 Synthetic seismograms computed by un");
  EXPECT_EQ(text.substr(38 * 80, 16), "C39 SEG Y REV1  ");
  EXPECT_EQ(text.substr(39 * 80, 24), "C40 END TEXTUAL HEADER  ");
  EXPECT_TRUE(contains(text, "net velocity y"));
  const std::string binary = file.substr(3200, 400);
  expect_fields(binary, {{13, 2, 3}, {17, 2, 4000}, {21, 2, 25}, {25, 2, 5}, {55, 2, 1}, {301, 2, 0x0100}, {303, 2, 1}},
                true);
  const std::string trace = file.substr(3600 + 4 * 340, 340);
  expect_fields(trace, fifth, true);
  expect_fields(trace, {{203, 2, 6}}, true);  // m/s
  expect_samples(trace.substr(240), 1, 1, true);
}

TEST_F(ExportTest, SuBytes) {
  Gathers gathers(traces(), {}, "t");
  add_source(gathers);
  const auto notes = write("su", gathers, "a.su");
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_EQ(notes[1], "fldr 2: net velocity y, m/s");
  const std::string file = bytes("a.su");
  ASSERT_EQ(file.size(), 9 * 340u);
  expect_fields(file.substr(4 * 340, 340), fifth, false);
  EXPECT_EQ(file.substr(4 * 340 + 180, 60), std::string(60, '\0'));
  expect_samples(file.substr(4 * 340 + 240), 1, 1, false);
}

TEST_F(ExportTest, WithoutASourceItsFieldsAreZero) {
  const Gathers gathers(traces(), {"", "", "z"}, "t");
  write("segy", gathers, "a.sgy");
  const std::string trace = bytes("a.sgy").substr(3600 + 340, 340);
  expect_fields(trace,
                {{9, 4, 1}, {29, 2, 12}, {37, 4, 0}, {73, 4, 0}, {49, 4, 0}, {81, 4, 5050}, {157, 2, 0}, {167, 2, 0}},
                true);
  EXPECT_TRUE(contains(from_ebcdic(bytes("a.sgy").substr(0, 3200)), "Source not known"));
}

TEST_F(ExportTest, OffsetsOfATwoDimensionalLineHaveASign) {
  Traces t = traces();
  t.dim = 2;
  t.groups = {group("line", {"a", "b"}, Quantity::pressure, 2, 25)};
  Gathers gathers(std::move(t), {}, "t");
  gathers.source = {{0, 0, -10}, 10};
  write("su", gathers, "a.su");
  expect_fields(bytes("a.su"), {{29, 2, 11}, {37, 4, -50}, {81, 4, -500}, {71, 2, -10}, {85, 4, 0}}, false);
}

TEST_F(ExportTest, ScalarsFollowTheCoordinates) {
  const auto scalar = [&](double x) {
    Traces t = traces();
    for (Vector& p : t.groups[0].positions) p = {x, 0, 0};
    write("su", Gathers(std::move(t), {}, "t"), "a.su", true);
    EXPECT_NEAR(number<std::int32_t>(bytes("a.su"), 80, false) /
                    static_cast<double>(std::abs(number<std::int16_t>(bytes("a.su"), 70, false))),
                x, 1e-4 * std::max(1.0, std::abs(x) * 1e-4));
    return number<std::int16_t>(bytes("a.su"), 70, false);
  };
  EXPECT_EQ(scalar(12), 1);
  EXPECT_EQ(scalar(12.5), -10);
  EXPECT_EQ(scalar(-12.125), -1000);
  EXPECT_EQ(scalar(1.0 / 3), -10000);
  EXPECT_EQ(scalar(1e6 / 3), -1000);  // 10000 times that is more than 4 bytes hold
}

TEST_F(ExportTest, WhatTheHeadersCannotHoldIsRefused) {
  for (const char* format : {"segy", "su"}) {
    const auto refused = [&](Traces t) { return refusal(format, Gathers(std::move(t), {}, "t")); };
    EXPECT_TRUE(contains(refused(traces(0.0001234567)), "123.4567 microseconds, is not a whole number"));
    EXPECT_TRUE(contains(refused(traces(0.04)), "40000 microseconds, is more than"));
    EXPECT_TRUE(contains(refused(traces(0.001, 32768)), "32768 samples a trace are more than"));
    EXPECT_EQ(refused(traces(0.032767, 3)), "");
    fs::remove(folder / "out");
    Traces late = traces();
    for (double& x : late.time) x += 0.0005;
    EXPECT_TRUE(contains(refused(late), "t = 0.0005 s"));
    Traces far = traces();
    far.groups[0].positions[0][0] = 1e10;
    EXPECT_TRUE(contains(refused(far), "do not fit"));
    EXPECT_EQ(n_files(), 0u) << "a refused export leaves nothing";
  }
}

}  // namespace
}  // namespace unda::output::test::segy_su_test
