// The readers of .npy, raw and RSF files, against files written here byte by byte.
#include "model/sampled_array.hpp"
#include "unit/model/support.hpp"

namespace unda::model::test::readers_test {
namespace {

using Shape = std::vector<std::int64_t>;
const std::vector<float> six{1, 2, 3, 4, 5, 6};

template <class T>
std::vector<T> six_as() {
  return {1, 2, 3, 4, 5, 6};
}

std::string npy_failure(const Folder& folder, const std::string& bytes) {
  const auto file = folder.write("a.npy", bytes);
  return message_of([&] { read_npy(file); });
}

TEST(Npy, VersionsTypesAndByteOrders) {
  const Folder folder;
  const auto check = [&](const std::string& descr, const std::string& data, int version) {
    const SampledArray a = read_npy(folder.write("a.npy", npy(npy_header(descr, "(2, 3)"), data, version)));
    EXPECT_EQ(a.shape, (Shape{2, 3})) << descr;
    EXPECT_EQ(a.data, six) << descr;
    EXPECT_FALSE(a.geometry);
  };
  for (const int version : {1, 2, 3}) {
    check("<f4", bytes_of(six), version);
    check(">f4", bytes_of(six, true), version);
  }
  check("<f8", bytes_of(six_as<double>()), 1);
  check(">f8", bytes_of(six_as<double>(), true), 1);
  check("|i1", bytes_of(six_as<std::int8_t>()), 1);
  check("|u1", bytes_of(six_as<std::uint8_t>()), 1);
  check("<i2", bytes_of(six_as<std::int16_t>()), 1);
  check(">u2", bytes_of(six_as<std::uint16_t>(), true), 1);
  check("<i4", bytes_of(six_as<std::int32_t>()), 1);
  check(">i8", bytes_of(six_as<std::int64_t>(), true), 1);
  check("<u8", bytes_of(six_as<std::uint64_t>()), 1);
}

TEST(Npy, FortranOrderIsTurned) {
  const Folder folder;
  // Element [i, j, k] of shape (2, 3, 2) is 100 i + 10 j + k; the first index runs fastest in the file.
  std::vector<float> fortran, c;
  for (int k = 0; k < 2; ++k)
    for (int j = 0; j < 3; ++j)
      for (int i = 0; i < 2; ++i) fortran.push_back(static_cast<float>(100 * i + 10 * j + k));
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k) c.push_back(static_cast<float>(100 * i + 10 * j + k));
  const SampledArray a = read_npy(folder.write("a.npy", npy(npy_header("<f4", "(2, 3, 2)", true), bytes_of(fortran))));
  EXPECT_EQ(a.data, c);
  EXPECT_EQ(a.shape, (Shape{2, 3, 2}));
}

TEST(Npy, HeadersInOtherSpellings) {
  const Folder folder;
  const std::string header = "{\"shape\":(6L,),\"fortran_order\":False,\"descr\":\"<f4\"}";
  EXPECT_EQ(read_npy(folder.write("a.npy", npy(header, bytes_of(six)))).shape, (Shape{6}));
}

TEST(Npy, BadHeadersAreRefused) {
  const Folder folder;
  const std::string data = bytes_of(six);
  EXPECT_TRUE(contains(npy_failure(folder, "not a numpy file, really"), "is not a .npy file"));
  EXPECT_TRUE(contains(npy_failure(folder, ""), "is not a .npy file"));
  EXPECT_TRUE(contains(npy_failure(folder, npy(npy_header("<f4", "(2, 3)"), data, 4)), "version 4"));
  EXPECT_TRUE(contains(npy_failure(folder, npy(npy_header("<c8", "(2, 3)"), data)), "type '<c8'"));
  EXPECT_TRUE(contains(npy_failure(folder, npy(npy_header("<f2", "(2, 3)"), data)), "type '<f2'"));
  for (const char* header :
       {"{'descr': '<f4', 'shape': (2, 3)}", "{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2, 3)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, -3)}", "{'descr': '<f4", "{'descr'", "{", "", "   ",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3)} x", "{'colour': '<f4'}",
        "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2 3)}", "{'descr': '<f4' 'fortran_order': False}"})
    EXPECT_TRUE(contains(npy_failure(folder, npy(header, data)), "bad header")) << header;
}

TEST(Npy, SizesThatDoNotFitAreRefused) {
  const Folder folder;
  const std::string whole = npy_float("(2, 3)", six);
  EXPECT_TRUE(contains(npy_failure(folder, whole.substr(0, whole.size() - 1)),
                       "is too short: shape [2, 3] of 4 bytes a sample needs 24 bytes, the file holds 23"));
  EXPECT_TRUE(contains(npy_failure(folder, whole + "x"), "is too long"));
  EXPECT_TRUE(contains(npy_failure(folder, whole.substr(0, 40)), "ends within its header"));
  EXPECT_TRUE(contains(npy_failure(folder, npy_float("(1000000000, 1000000000)", six)), "is too short"));
  EXPECT_TRUE(contains(npy_failure(folder, npy_float("(4294967296, 4294967296)", six)), "more samples than any file"));
  EXPECT_TRUE(contains(npy_failure(folder, npy_float("(2, 0)", {})), "at least 1"));
  EXPECT_TRUE(contains(npy_failure(folder, npy_float("()", {1})), "shape of its array is empty"));
}

TEST(SampleFile, MissingFilesAndFoldersAreRefused) {
  const Folder folder;
  std::filesystem::create_directories(folder / "d.npy");
  EXPECT_TRUE(contains(message_of([&] { read_npy(folder / "none.npy"); }), "there is no such file"));
  EXPECT_TRUE(contains(message_of([&] { read_npy(folder / "d.npy"); }), "is not a file"));
  EXPECT_TRUE(contains(message_of([&] { read_segy(folder / "none.sgy", {}); }), "there is no such file"));
  EXPECT_TRUE(contains(message_of([&] { read_rsf(folder / "none.rsf"); }), "there is no such file"));
}

TEST(SampleFile, FormatGoesByTheExtension) {
  EXPECT_EQ(format_of("a.npy"), SampleFormat::npy);
  EXPECT_EQ(format_of("a.SGY"), SampleFormat::segy);
  EXPECT_EQ(format_of("a.segy"), SampleFormat::segy);
  EXPECT_EQ(format_of("a.rsf"), SampleFormat::rsf);
  EXPECT_EQ(format_of("a.xyz"), SampleFormat::tomography);
  EXPECT_EQ(format_of("a.rfile"), SampleFormat::raster);
  EXPECT_EQ(format_of("a.bin"), SampleFormat::raw);
  EXPECT_EQ(format_of("a"), SampleFormat::raw);
  EXPECT_EQ(default_axes(SampleFormat::npy, 3), "zyx");
  EXPECT_EQ(default_axes(SampleFormat::raw, 2), "zx");
  EXPECT_EQ(default_axes(SampleFormat::rsf, 3), "yxz");
  EXPECT_EQ(default_axes(SampleFormat::segy, 2), "xz");
  EXPECT_EQ(default_axes(SampleFormat::segy, 1), "x");
}

TEST(Raw, ShapeAndOffset) {
  const Folder folder;
  scenario::GridSource source = from_file(folder.write("a.bin", "head" + bytes_of(six)), {3, 2});
  source.offset = 4;
  const SampledArray a = read_samples(source, "vp");
  EXPECT_EQ(a.data, six);
  EXPECT_EQ(a.shape, (Shape{3, 2}));
  source.offset = 0;
  EXPECT_TRUE(contains(message_of([&] { read_samples(source, "vp"); }), "is too long"));
  source.offset = 1000;
  EXPECT_TRUE(contains(message_of([&] { read_samples(source, "vp"); }), "is too short"));
  source.offset = 4;
  source.shape = {};
  EXPECT_TRUE(contains(message_of([&] { read_samples(source, "vp"); }), "does not tell its shape"));
  source.shape = {3037000500, 3037000500, 2};
  EXPECT_TRUE(contains(message_of([&] { read_samples(source, "vp"); }), "more samples than any file"));
  source.shape = {-3, -2};
  EXPECT_TRUE(contains(message_of([&] { read_samples(source, "vp"); }), "at least 1"));
}

TEST(Npy, ShapeOrOffsetInTheScenarioMustFit) {
  const Folder folder;
  scenario::GridSource source = from_file(folder.write("a.npy", npy_float("(2, 3)", six)), {2, 3});
  EXPECT_NO_THROW(read_samples(source, "vp"));
  source.shape = {3, 2};
  EXPECT_TRUE(contains(message_of([&] { read_samples(source, "vp"); }), "shape [2, 3], not [3, 2]"));
  source.offset = 1;
  EXPECT_TRUE(contains(message_of([&] { read_samples(source, "vp"); }), "raw files only"));
}

/// Two blocks below one of elevations, 2 samples north, 3 east, 3 and 2 down; vp = 100 i + 10 j + k, rho and vs have other hundreds.
template <class Real>
std::string raster(bool big_endian = false, double azimuth = 0, double second_top = 90) {
  const auto whole = [&](std::vector<std::int32_t> n) { return bytes_of(n, big_endian); };
  const auto real = [&](std::vector<double> x) { return bytes_of(x, big_endian); };
  std::string text = whole({1, sizeof(Real), 0}) + real({azimuth, 11.5, 48.1}) + whole({5}) + "+proj" + whole({3});
  text += real({50, 0, 0}) + whole({1, 2, 3, 1});
  text += real({50, 40, -10}) + whole({3, 2, 3, 3}) + real({50, 40, second_top - 20}) + whole({3, 2, 3, 2});
  std::vector<Real> data(6, 7);
  for (const auto& [first, n] : {std::pair{0, 3}, std::pair{2, 2}})
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = first; k < first + n; ++k) {
          const bool is_air = i == 1 && j == 2 && k < 1;
          const auto value = static_cast<Real>(100 * i + 10 * j + k);
          for (const Real x : {2000 + value, 4000 + value, 1000 + value}) data.push_back(is_air ? Real(-999) : x);
        }
  return text + bytes_of(data, big_endian);
}

TEST(Raster, BlocksBecomeOneGrid) {
  const Folder folder;
  for (const std::string& text : {raster<float>(), raster<float>(true), raster<double>(), raster<double>(true)}) {
    const SampledArray a = read_raster(folder.write("m.rfile", text), "vp");
    EXPECT_EQ(a.shape, (Shape{2, 3, 4}));
    EXPECT_EQ(a.geometry->origin, (std::vector<double>{0, 0, 10}));
    EXPECT_EQ(a.geometry->spacing, (std::vector<double>{50, 50, -40}));
    for (int i = 0, n = 0; i < 2; ++i)
      for (int j = 0; j < 3; ++j)
        for (int k = 0; k < 4; ++k, ++n)
          EXPECT_EQ(a.data[static_cast<std::size_t>(n)], 4000 + 100 * i + 10 * j + (n == 20 ? 1 : k)) << n;
  }
}

TEST(Raster, DamageIsRefused) {
  const Folder folder;
  const auto failure = [&](const std::string& text, const std::string& parameter = "vp") {
    const auto file = folder.write("m.rfile", text);
    return message_of([&] { read_raster(file, parameter); });
  };
  const std::string good = raster<float>();
  EXPECT_TRUE(contains(failure(good, "qp"), "has no qp"));
  EXPECT_TRUE(contains(failure(good + "x"), "1 bytes follow the last block"));
  EXPECT_TRUE(contains(failure("no raster file"), "does not begin with 1"));
  EXPECT_TRUE(contains(failure(raster<float>(false, 30)), "30 degrees from north"));
  EXPECT_TRUE(
      contains(failure(raster<float>(false, 0, 200)), "begins at a depth of 180 m, the one above it ends at 70 m"));
  for (std::size_t length = 0; length < good.size(); length += 3)
    EXPECT_FALSE(failure(good.substr(0, length)).empty()) << length;
}

/// 2 x 3 samples in x and z; vp = 1 to 6, vs = 10 vp, rho = 100 vp, qp = 1000 vp.
std::string tomography_2d() {
  std::string text = "# SPECFEM2D\n-20 0 10 100\n30 50\n2 3\n1 6 10 60 100 600\n#x z vp vs rho qp\n";
  for (int n = 0; n < 6; ++n)
    text += fmt::format(" {} {} {}. {}E0 +{}\t{}\r\n", -20 + n % 2 * 30, n / 2 * 50, n + 1, 10 * (n + 1), 100 * (n + 1),
                        1000 * (n + 1));
  return text;
}

TEST(Tomography, ColumnsAndPlaces) {
  const Folder folder;
  const auto file = folder.write("m.xyz", tomography_2d());
  const SampledArray a = read_tomography(file, "vp");
  EXPECT_EQ(a.data, six);
  EXPECT_EQ(a.shape, (Shape{3, 2}));
  ASSERT_TRUE(a.geometry);
  EXPECT_EQ(a.geometry->origin, (std::vector<double>{0, -20}));
  EXPECT_EQ(a.geometry->spacing, (std::vector<double>{50, 30}));
  EXPECT_EQ(read_tomography(file, "vs").data, (std::vector<float>{10, 20, 30, 40, 50, 60}));
  EXPECT_EQ(read_samples(from_file(file), "rho").data, (std::vector<float>{100, 200, 300, 400, 500, 600}));
  EXPECT_EQ(read_tomography(file, "qp").data[5], 6000);
  EXPECT_TRUE(contains(message_of([&] { read_tomography(file, "qs"); }), "line 7: has 6 numbers: there is no qs"));
  EXPECT_TRUE(contains(message_of([&] { read_tomography(file, "delta"); }), "delta does not stand in such a file"));
}

TEST(Tomography, InThreeDimensions) {
  const Folder folder;
  std::string text = "0 0 -30 10 40 0\n10 20 30\n2 3 2\n1 12 0 0 1 1\n";
  for (int n = 0; n < 12; ++n)
    text += fmt::format("{} {} {} {} 0 1\n", n % 2 * 10, n / 2 % 3 * 20, n / 6 * 30 - 30, n + 1);
  const SampledArray a = read_tomography(folder.write("m.xyz", text), "vp");
  EXPECT_EQ(a.shape, (Shape{2, 3, 2}));
  EXPECT_EQ(a.geometry->origin, (std::vector<double>{-30, 0, 0}));
  EXPECT_EQ(a.geometry->spacing, (std::vector<double>{30, 20, 10}));
  EXPECT_EQ(a.data[7], 8);
}

TEST(Tomography, WhatIsWrongIsTold) {
  const Folder folder;
  const auto failure = [&](const std::string& text) {
    const auto file = folder.write("m.xyz", text);
    return message_of([&] { read_tomography(file, "vp"); });
  };
  const std::string whole = tomography_2d();
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_NO_THROW(read_tomography(folder.write("m.xyz", whole), "vp"));
  EXPECT_TRUE(contains(failure(with("2 3\n", "3 2\n")), "line 4: 3 samples every 30 from -20 on end at 40, not at 10"));
  EXPECT_TRUE(contains(failure(with("2 3\n", "2 2.5\n")), "line 4: found 2.5 samples along an axis"));
  EXPECT_TRUE(contains(failure(with("30 50\n", "30\n")), "line 3: found 1 numbers; must be 2, the spacings"));
  EXPECT_TRUE(contains(failure(with(" 10 50 4.", " 10 60 4.")), "line 10: z = 60; the sample here must be at 50"));
  EXPECT_TRUE(contains(failure(with(" 4. ", " four ")), "line 10: 'four"));
  EXPECT_TRUE(contains(failure(whole.substr(0, whole.rfind(" 10 100"))), "the file ends after 5 samples of 6"));
  EXPECT_TRUE(contains(failure(whole + " 0 0 1 1 1\n"), "a sample too many; the header says 6"));
  EXPECT_TRUE(contains(failure("0 0 1e9 1e9\n1 1\n1000000001 2\n"), "found 1000000001 samples"));
  EXPECT_TRUE(contains(failure("0 0 999999999 1\n1 1\n1e9 2\n1 1 1 1 1 1\n"), "too short for [2, 1000000000] samples"));
  EXPECT_TRUE(contains(failure(""), "the file ends before the first and the last x, y and z"));
  EXPECT_TRUE(contains(failure("1 2 3\n"), "found 3 numbers; must be 6, in 2-D 4"));
}

const std::string rsf_axes = "n1=3 d1=10 o1=-20 label1=\"Z\"\n\tn2=2\n\td2=25.5 o2=1e3 n3=1\n";

TEST(Rsf, DataFormats) {
  const Folder folder;
  folder.write("a.rsf@", bytes_of(six));
  folder.write("b.rsf@", bytes_of(six, true));
  folder.write("c.rsf@", "1 2.0 +3\n4e0\t5\n 6\n");
  const auto check = [&](const std::string& header) {
    const SampledArray a = read_rsf(folder.write("h.rsf", "4.2\tsfmath\tmodel: me@there\n\n" + rsf_axes + header));
    EXPECT_EQ(a.shape, (Shape{2, 3})) << header;
    EXPECT_EQ(a.data, six) << header;
    ASSERT_TRUE(a.geometry);
    EXPECT_EQ(a.geometry->origin, (std::vector<double>{1000, -20}));
    EXPECT_EQ(a.geometry->spacing, (std::vector<double>{25.5, 10}));
  };
  check("in=\"a.rsf@\" esize=4 data_format=\"native_float\"\n");
  check("in='b.rsf@' data_format='xdr_float'");
  check("in=c.rsf@ data_format=ascii_float\n");
  check("in=\"" + (folder / "a.rsf@").string() + "\"");
  check("in=\"stdin\"\n\n\x0c\x0c\x04" + bytes_of(six));
}

TEST(Rsf, DepthBecomesZ) {
  const Folder folder;
  folder.write("a", bytes_of(six));
  const SampledArray a = read_rsf(folder.write("h.rsf", rsf_axes + "label1=\"Depth\" o1=20 in=a\n"));
  EXPECT_EQ(a.geometry->origin, (std::vector<double>{1000, -20}));
  EXPECT_EQ(a.geometry->spacing, (std::vector<double>{25.5, -10}));
}

TEST(Rsf, WithoutSpacingsThereIsNoGeometry) {
  const Folder folder;
  folder.write("a", bytes_of(six));
  EXPECT_FALSE(read_rsf(folder.write("h.rsf", "n1=3 d1=1 n2=2 in=a")).geometry);
}

TEST(Rsf, BadFilesAreRefused) {
  const Folder folder;
  folder.write("a", bytes_of(six));
  folder.write("text", "1.0 2.0 3.0 4.0 5.0");
  folder.write("more", "1 2 3 4 5 6 7");
  folder.write("words", "1 2 3 four 5 6");
  const auto refused = [&](const std::string& header) {
    const auto file = folder.write("h.rsf", header);
    return message_of([&] { read_rsf(file); });
  };
  EXPECT_TRUE(contains(refused("hello"), "n1 is missing"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2"), "does not name the file"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2 in=stdin"), "no samples follow"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2 in=nowhere"), "there is no such file"));
  EXPECT_TRUE(contains(refused("n1=three n2=2 in=a"), "n1=three is not a number"));
  EXPECT_TRUE(contains(refused("n1=3 d1=x in=a"), "d1=x is not a number"));
  EXPECT_TRUE(contains(refused("n1=3 n2=0 in=a"), "at least 1"));
  EXPECT_TRUE(contains(refused("n1=3 n2=3 in=a"), "is too short"));
  EXPECT_TRUE(contains(refused("n1=3 n2=1 in=a"), "is too long"));
  EXPECT_TRUE(contains(refused("n1=9000000000000000000 n2=9 in=a"), "more samples than any file"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2 in=a esize=8"), "esize=8"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2 in=a data_format=native_int"), "data_format=native_int"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2 in=text data_format=ascii_float"), "5 numbers of 6"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2 in=more data_format=ascii_float"), "is too long"));
  EXPECT_TRUE(contains(refused("n1=3 n2=2 in=words data_format=ascii_float"), "sample 3 is not a number"));
  EXPECT_TRUE(contains(refused("n1=99999999 n2=200 in=text data_format=ascii_float"), "is too short"));
}

}  // namespace
}  // namespace unda::model::test::readers_test
