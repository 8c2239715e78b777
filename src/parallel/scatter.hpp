// What one rank has for each of the others.
#pragma once

#include <functional>
#include <string>

#include "parallel/communicator.hpp"

namespace unda::parallel {

/// What rank 0 makes for each of the others, one after another, on that rank; empty on rank 0, which alone calls parcel_for. Collective;
/// longer ones travel in pieces of so many bytes.
std::string scatter(const Communicator& ranks, const std::function<std::string(int rank)>& parcel_for,
                    std::size_t piece = largest_message);

}  // namespace unda::parallel
