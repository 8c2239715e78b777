// Checked HDF5 calls.
#include "output/hdf5_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>

#include <hdf5.h>

#include "base/error.hpp"
#include "base/memory_room.hpp"
#include "output/hdf5_shared.hpp"

namespace unda::output {
namespace {

/// A handle that is closed at the end of its scope.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  ~Handle() {
    if (id_ >= 0) close_(id_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator hid_t() const { return id_; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

hid_t string_type() {
  const hid_t type = H5Tcopy(H5T_C_S1);
  H5Tset_size(type, H5T_VARIABLE);
  H5Tset_cset(type, H5T_CSET_UTF8);
  return type;
}

hid_t list_space(hsize_t size) { return H5Screate_simple(1, &size, nullptr); }

// More than the library takes in one call of ours: its cache and its buffers for conversion, 1 MB each; where ranks share a
// file also MPI's buffers of 32 MB. Without memory it faults (1.10.8, H5AC_create) or leaves a damaged heap.
constexpr std::size_t room = std::size_t{8} << 20, shared_room = std::size_t{80} << 20;

/// Until they are whole, files are called .partial.
std::string final_name(const std::filesystem::path& path) {
  std::string name = path.string();
  if (name.ends_with(".partial")) name.resize(name.size() - 8);
  return name;
}

}  // namespace

void Hdf5File::failed(const std::string& what) const {
  const int reason = errno;
  throw RunError(fmt::format("{}: cannot {}{}{}", final_name(path_), what, reason != 0 ? ": " : "",
                             reason != 0 ? std::strerror(reason) : ""));
}

void Hdf5File::begin_call() const {
  errno = 0;
  const std::size_t needed = shared_ ? shared_room : room;
  if (has_memory_room(needed)) return;
  throw RunError(fmt::format("{}: out of memory: less than {} MB are left, which the HDF5 library needs",
                             final_name(path_), needed >> 20));
}

std::int64_t Hdf5File::check(std::int64_t handle, const std::string& what) const {
  if (handle < 0) failed(what);
  return handle;
}

Hdf5File::Hdf5File(const std::filesystem::path& path, Mode mode) : path_(path) {
  if (std::error_code none;
      mode == Mode::read && std::filesystem::exists(path, none) && !std::filesystem::is_regular_file(path, none))
    throw InputError(fmt::format("{}: is not a file", path.string()));
  begin_call();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are reported by us
  file_ = mode == Mode::create
              ? H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)
              : H5Fopen(path.c_str(), mode == Mode::change ? H5F_ACC_RDWR : H5F_ACC_RDONLY, H5P_DEFAULT);
  check(file_, mode == Mode::create ? "create this file" : "open this file as HDF5");
}

Hdf5File::Hdf5File(const std::filesystem::path& path, Mode mode, const parallel::Communicator& ranks)
    : path_(path), shared_(ranks.size() > 1) {
  begin_call();
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  if (shared_) check(share_file(access, ranks), "open this file from several ranks");
  file_ = mode == Mode::create ? H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access)
                               : H5Fopen(path.c_str(), H5F_ACC_RDONLY, access);
  check(file_, mode == Mode::create ? "create this file" : "open this file as HDF5");
}

Hdf5File::~Hdf5File() {
  // Closing waits for all ranks; after an error of this one alone they would not come.
  if (shared_ && std::uncaught_exceptions() > 0) return;
  if (file_ >= 0 && has_memory_room(room)) H5Fclose(file_);
}

void Hdf5File::close() {
  begin_call();
  check(H5Fflush(file_, H5F_SCOPE_LOCAL), "write this file");
  check(H5Fclose(file_), "write this file");
  file_ = -1;
}

void Hdf5File::make_group(const std::string& name) {
  begin_call();
  const Handle group(H5Gcreate2(file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  check(group, "make the group " + name);
}

void Hdf5File::write_numbers(const std::string& name, std::int64_t stored, std::int64_t in_memory, const void* values,
                             const Shape& shape) {
  begin_call();
  const std::vector<hsize_t> dims(shape.begin(), shape.end());
  const Handle space(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr), H5Sclose);
  const Handle set(H5Dcreate2(file_, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  check(set, "make the array " + name);
  if (H5Sget_simple_extent_npoints(space) == 0) return;
  check(H5Dwrite(set, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), "write the array " + name);
}

void Hdf5File::write_over(const std::string& name, const std::vector<double>& values) {
  begin_call();
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  check(set, "open the array " + name);
  const Handle space(H5Dget_space(set), H5Sclose);
  require(H5Sget_simple_extent_npoints(space) == static_cast<hssize_t>(values.size()), "{}: {} has another size",
          path_.string(), name);
  check(H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "write the array " + name);
}

void Hdf5File::write(const std::string& name, const std::vector<double>& values, const Shape& shape,
                     bool single_precision) {
  write_numbers(name, single_precision ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, values.data(), shape);
}

void Hdf5File::write(const std::string& name, std::span<const float> values, const Shape& shape) {
  write_numbers(name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, values.data(), shape);
}

void Hdf5File::write(const std::string& name, std::span<const std::int8_t> values, const Shape& shape) {
  write_numbers(name, H5T_STD_I8LE, H5T_NATIVE_INT8, values.data(), shape);
}

void Hdf5File::write(const std::string& name, const std::vector<std::string>& values) {
  begin_call();
  std::vector<const char*> pointers;
  for (const std::string& value : values) pointers.push_back(value.c_str());
  const hsize_t size = pointers.size();
  const Handle type(string_type(), H5Tclose);
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle set(H5Dcreate2(file_, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  check(set, "make the array " + name);
  check(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()), "write the array " + name);
}

void Hdf5File::write_attribute(const std::string& object, const std::string& name, std::int64_t stored,
                               std::int64_t in_memory, std::int64_t space, const void* values) {
  begin_call();
  const Handle owner(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose);
  const Handle attribute(H5Acreate2(owner, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, in_memory, values), "write the attribute " + name);
}

void Hdf5File::attribute(const std::string& object, const std::string& name, const std::string& value) {
  begin_call();
  const char* text = value.c_str();
  const Handle type(string_type(), H5Tclose);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  write_attribute(object, name, type, type, space, &text);
}

void Hdf5File::attribute(const std::string& object, const std::string& name, const std::vector<std::string>& values) {
  std::vector<const char*> pointers;
  for (const std::string& value : values) pointers.push_back(value.c_str());
  const Handle type(string_type(), H5Tclose);
  const Handle space(list_space(values.size()), H5Sclose);
  write_attribute(object, name, type, type, space, pointers.data());
}

void Hdf5File::attribute(const std::string& object, const std::string& name, double value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  write_attribute(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space, &value);
}

void Hdf5File::attribute(const std::string& object, const std::string& name, std::int64_t value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  write_attribute(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, space, &value);
}

void Hdf5File::attribute(const std::string& object, const std::string& name, const std::vector<double>& values) {
  const Handle space(list_space(values.size()), H5Sclose);
  write_attribute(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space, values.data());
}

void Hdf5File::attribute(const std::string& object, const std::string& name, const std::vector<std::int64_t>& values) {
  const Handle space(list_space(values.size()), H5Sclose);
  write_attribute(object, name, H5T_STD_I64LE, H5T_NATIVE_INT64, space, values.data());
}

void Hdf5File::fixed_attribute(const std::string& object, const std::string& name, const std::string& value) {
  const Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type, value.size());
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose);
  write_attribute(object, name, type, type, space, value.data());
}

void Hdf5File::write_box(const std::string& name, std::span<const float> values, const Shape& whole, const Shape& first,
                         const Shape& count) {
  write_box(name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, values.data(), values.empty(), whole, first, count);
}

void Hdf5File::write_box(const std::string& name, std::span<const std::int64_t> values, const Shape& whole,
                         const Shape& first, const Shape& count) {
  write_box(name, H5T_STD_I64LE, H5T_NATIVE_INT64, values.data(), values.empty(), whole, first, count);
}

void Hdf5File::write_box(const std::string& name, std::span<const std::uint8_t> values, const Shape& whole,
                         const Shape& first, const Shape& count) {
  write_box(name, H5T_STD_U8LE, H5T_NATIVE_UINT8, values.data(), values.empty(), whole, first, count);
}

void Hdf5File::link(const std::string& name, const std::string& other_file, const std::string& name_there) {
  begin_call();
  check(H5Lcreate_external(other_file.c_str(), name_there.c_str(), file_, name.c_str(), H5P_DEFAULT, H5P_DEFAULT),
        "make the link " + name);
}

void Hdf5File::write_box(const std::string& name, std::int64_t stored, std::int64_t in_memory, const void* values,
                         bool none, const Shape& whole, const Shape& first, const Shape& count) {
  begin_call();
  const std::vector<hsize_t> dims(whole.begin(), whole.end()), start(first.begin(), first.end()),
      n(count.begin(), count.end());
  const Handle space(H5Screate_simple(static_cast<int>(dims.size()), dims.data(), nullptr), H5Sclose);
  const Handle set(H5Dcreate2(file_, name.c_str(), stored, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  check(set, "make the array " + name);
  const Handle box(H5Screate_simple(static_cast<int>(n.size()), n.data(), nullptr), H5Sclose);
  if (none) {
    H5Sselect_none(space);
    H5Sselect_none(box);
  } else {
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, start.data(), nullptr, n.data(), nullptr), "write " + name);
  }
  const Handle transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
  if (shared_) check(write_together(transfer), "write " + name + " from several ranks");
  check(H5Dwrite(set, in_memory, box, space, transfer, values), "write the array " + name);
}

void Hdf5File::make_bytes(const std::string& name, std::uint64_t size) {
  begin_call();
  const Handle space(list_space(size), H5Sclose);
  const Handle set(H5Dcreate2(file_, name.c_str(), H5T_STD_U8LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
                   H5Dclose);
  check(set, "make the array " + name);
}

namespace {

/// Pieces that every MPI library can move at once.
constexpr std::uint64_t largest_piece = std::uint64_t{1} << 29;

template <class Move>
void in_pieces(std::uint64_t first, std::uint64_t size, Move move) {
  for (std::uint64_t done = 0; done < size; done += largest_piece)
    move(first + done, done, std::min(largest_piece, size - done));
}

}  // namespace

void Hdf5File::write_bytes(const std::string& name, std::uint64_t first, std::span<const std::byte> bytes) {
  begin_call();
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  check(set, "open the array " + name);
  const Handle space(H5Dget_space(set), H5Sclose);
  in_pieces(first, bytes.size(), [&](hsize_t at, std::uint64_t done, hsize_t n) {
    const Handle piece(list_space(n), H5Sclose);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, nullptr, &n, nullptr);
    check(H5Dwrite(set, H5T_NATIVE_UINT8, piece, space, H5P_DEFAULT, bytes.data() + done), "write the array " + name);
  });
}

void Hdf5File::read_bytes(const std::string& name, std::uint64_t first, std::span<std::byte> bytes) const {
  begin_call();
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  check(set, "open the array " + name);
  const Handle space(H5Dget_space(set), H5Sclose);
  in_pieces(first, bytes.size(), [&](hsize_t at, std::uint64_t done, hsize_t n) {
    const Handle piece(list_space(n), H5Sclose);
    check(H5Sselect_hyperslab(space, H5S_SELECT_SET, &at, nullptr, &n, nullptr), "read the array " + name);
    check(H5Dread(set, H5T_NATIVE_UINT8, piece, space, H5P_DEFAULT, bytes.data() + done), "read the array " + name);
  });
}

std::string Hdf5File::read_text_attribute(const std::string& object, const std::string& name) const {
  begin_call();
  const Handle owner(H5Oopen(file_, object.c_str(), H5P_DEFAULT), H5Oclose);
  check(owner, "open " + object);
  const Handle attribute(H5Aopen(owner, name.c_str(), H5P_DEFAULT), H5Aclose);
  check(attribute, "open the attribute " + name);
  const Handle type(string_type(), H5Tclose);
  char* value = nullptr;
  check(H5Aread(attribute, type, &value), "read the attribute " + name);
  std::string result = value != nullptr ? value : "";
  H5free_memory(value);
  return result;
}

bool Hdf5File::has(const std::string& name) const {
  begin_call();
  for (std::size_t end = name.find('/', 1);; end = name.find('/', end + 1)) {
    if (H5Lexists(file_, name.substr(0, end).c_str(), H5P_DEFAULT) <= 0) return false;
    if (end == std::string::npos) return true;
  }
}

std::vector<std::string> Hdf5File::members(const std::string& group) const {
  begin_call();
  const Handle handle(H5Gopen2(file_, group.c_str(), H5P_DEFAULT), H5Gclose);
  check(handle, "open the group " + group);
  std::vector<std::string> names;
  H5Literate(
      handle, H5_INDEX_NAME, H5_ITER_INC, nullptr,
      [](hid_t, const char* name, const H5L_info_t*, void* list) -> herr_t {
        static_cast<std::vector<std::string>*>(list)->emplace_back(name);
        return 0;
      },
      &names);
  return names;
}

std::vector<double> Hdf5File::read(const std::string& name, Shape& shape) const {
  begin_call();
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  check(set, "open the array " + name);
  const Handle space(H5Dget_space(set), H5Sclose);
  std::vector<hsize_t> dims(
      static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space), "read the shape of " + name)));
  H5Sget_simple_extent_dims(space, dims.data(), nullptr);
  shape.assign(dims.begin(), dims.end());
  std::vector<double> values(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  check(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), "read the array " + name);
  return values;
}

std::vector<std::string> Hdf5File::read_strings(const std::string& name) const {
  begin_call();
  const Handle set(H5Dopen2(file_, name.c_str(), H5P_DEFAULT), H5Dclose);
  check(set, "open the array " + name);
  const Handle space(H5Dget_space(set), H5Sclose);
  const Handle type(string_type(), H5Tclose);
  std::vector<char*> pointers(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)), nullptr);
  check(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, pointers.data()), "read the array " + name);
  std::vector<std::string> values;
  for (const char* p : pointers) values.emplace_back(p != nullptr ? p : "");
  H5Dvlen_reclaim(type, space, H5P_DEFAULT, pointers.data());
  return values;
}

}  // namespace unda::output
