// The loops of spectral elements over points and lists on the GPU.
#include "exec/run_gpu.cuh"
#include "sem/channels_read.hpp"
#include "sem/coupling_items.hpp"
#include "sem/device/assembly.hpp"
#include "sem/device/layer_points.hpp"
#include "sem/fluid_relaxation_item.hpp"
#include "sem/step_items.hpp"

namespace unda::exec::detail {

using namespace unda::sem;

#define UNDA_LOOPS(Real)                                                                         \
  template void run_on_gpu(const Queue&, std::size_t, const MovePoint<Real, 1, false>&);         \
  template void run_on_gpu(const Queue&, std::size_t, const MovePoint<Real, 2, false>&);         \
  template void run_on_gpu(const Queue&, std::size_t, const MovePoint<Real, 3, false>&);         \
  template void run_on_gpu(const Queue&, std::size_t, const MovePoint<Real, 1, true>&);          \
  template void run_on_gpu(const Queue&, std::size_t, const MovePoint<Real, 2, true>&);          \
  template void run_on_gpu(const Queue&, std::size_t, const MovePoint<Real, 3, true>&);          \
  template void run_on_gpu(const Queue&, std::size_t, const AddSources<Real>&);                  \
  template void run_on_gpu(const Queue&, std::size_t, const DampPoint<Real>&);                   \
  template void run_on_gpu(const Queue&, std::size_t, const AddInertia<Real>&);                  \
  template void run_on_gpu(const Queue&, std::size_t, const AddLayerForces<Real>&);              \
  template void run_on_gpu(const Queue&, std::size_t, const FinishLayerPoints<Real>&);           \
  template void run_on_gpu(const Queue&, std::size_t, const AddFlux<Real>&);                     \
  template void run_on_gpu(const Queue&, std::size_t, const AddPressure<Real>&);                 \
  template void run_on_gpu(const Queue&, std::size_t, const CopyFromPlaces<Real>&);              \
  template void run_on_gpu(const Queue&, std::size_t, const TakeFromPlaces<Real>&);              \
  template void run_on_gpu(const Queue&, std::size_t, const AddToPlaces<Real>&);                 \
  template void run_on_gpu(const Queue&, std::size_t, const AddUpPairs<Real>&);                  \
  template void run_on_gpu(const Queue&, std::size_t, const SumOfDifferences<Real>&);            \
  template void run_on_gpu(const Queue&, std::size_t, const SumEnergies<Real>&);                 \
  template void run_on_gpu(const Queue&, std::size_t, const MovePlaces<Real>&);                  \
  template void run_on_gpu(const Queue&, std::size_t, const FoldPlaces<Real>&);                  \
  template void run_on_gpu(const Queue&, std::size_t, const ClearNumbers<Real>&);                \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const FoldSides<Real>&); \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const FoldTops<Real>&);  \
  template void run_on_gpu(const Queue&, std::size_t, const RelaxPotential<Real>&);              \
  template void run_on_gpu(const Queue&, std::size_t, const ReadChannel<Real>&);

UNDA_LOOPS(float)
UNDA_LOOPS(double)

}  // namespace unda::exec::detail
