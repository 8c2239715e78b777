// A list of bytes for each rank.
#include "parallel/scatter.hpp"

#include <algorithm>

#include "parallel/mpi.hpp"

namespace unda::parallel {
namespace {

constexpr int tag = 7702;  // halos have small ones

/// pass(first, n) for every message that the bytes take.
template <class Pass>
void in_pieces(std::string& bytes, std::size_t piece, Pass pass) {
  for (std::size_t at = 0; at < bytes.size(); at += piece)
    pass(bytes.data() + at, static_cast<int>(std::min(piece, bytes.size() - at)));
}

}  // namespace

std::string scatter(const Communicator& ranks, const std::function<std::string(int)>& parcel_for, std::size_t piece) {
  std::string bytes;
  std::int64_t size = 0;
  if (!ranks.is_root()) {
    check(MPI_Recv(&size, 1, MPI_INT64_T, 0, tag, comm_of(ranks), MPI_STATUS_IGNORE), "MPI_Recv");
    bytes.resize(static_cast<std::size_t>(size));
    in_pieces(bytes, piece, [&](char* to, int n) {
      check(MPI_Recv(to, n, MPI_CHAR, 0, tag, comm_of(ranks), MPI_STATUS_IGNORE), "MPI_Recv");
    });
    return bytes;
  }
  for (int rank = 1; rank < ranks.size(); ++rank) {
    bytes = parcel_for(rank);
    size = static_cast<std::int64_t>(bytes.size());
    check(MPI_Send(&size, 1, MPI_INT64_T, rank, tag, comm_of(ranks)), "MPI_Send");
    in_pieces(bytes, piece, [&](const char* from, int n) {
      check(MPI_Send(from, n, MPI_CHAR, rank, tag, comm_of(ranks)), "MPI_Send");
    });
  }
  return {};
}

}  // namespace unda::parallel
