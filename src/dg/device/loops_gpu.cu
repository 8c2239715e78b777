// The loops of discontinuous Galerkin over elements, fields and lists on the GPU.
#include "dg/absorbing_step.hpp"
#include "dg/device/relaxing_items.hpp"
#include "dg/hand_over_items.hpp"
#include "dg/relaxing_seat_items.hpp"
#include "dg/step_items.hpp"
#include "exec/run_gpu.cuh"

namespace unda::exec::detail {

using namespace unda::dg;

#define UNDA_LOOPS_OF_MEDIUM(Real, View)                                                                       \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const DeriveField<Real, View>&);       \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const DeriveCoefficient<Real, View>&); \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const AddVolumeTerm<Real, View>&);     \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const ProjectToFace<Real, View>&);     \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const AddFaceTerms<Real, View>&);      \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const FindSlope<Real, View>&);         \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const AbsorbField<Real, View>&);       \
  template void run_on_gpu(const Queue&, std::size_t, const MeasureElement<Real, View>&);

#define UNDA_LOOPS_OF_RELAXATION(Real)                                                                                 \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const DeriveField<Real, StrainView<Real>>&);   \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t,                                                \
                                const DeriveCoefficient<Real, StrainView<Real>>&);                                     \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t,                                                \
                                const DeriveCoefficient<Real, GeneralStrainView<Real>>&);                              \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const AddVolumeTerm<Real, StrainView<Real>>&); \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const AddFaceTerms<Real, StrainView<Real>>&);  \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const TakeFaceStrain<Real>&);                  \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const RelaxRates<Real>&);                      \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const RelaxStress<Real>&);                     \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const AddFaceStrain<Real>&);                   \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const GatherMemory<Real>&);                    \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const DeriveMemory<Real>&);                    \
  template void run_on_gpu(const Queue&, std::size_t, const ClearNumbers<Real>&);                                      \
  template void run_on_gpu(const Queue&, std::size_t, const MeasureRelaxing<Real>&);

#define UNDA_LOOPS(Real)                                                                             \
  UNDA_LOOPS_OF_MEDIUM(Real, MediumView<Real>)                                                       \
  UNDA_LOOPS_OF_MEDIUM(Real, GeneralView<Real>)                                                      \
  UNDA_LOOPS_OF_RELAXATION(Real)                                                                     \
  template void run_on_gpu(const Queue&, std::size_t, const StartIntegral<Real>&);                   \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const AddSources<Real>&);    \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const GatherElement<Real>&); \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const HandOverHalves<Real>&); \
  template void run_rows_on_gpu(const Queue&, std::size_t, std::size_t, const HandOverSums<Real>&);  \
  template void run_on_gpu(const Queue&, std::size_t, const ReadTerm<Real>&);

UNDA_LOOPS(float)
UNDA_LOOPS(double)
template void run_on_gpu(const Queue&, std::size_t, const NotePolynomial&);
template void run_on_gpu(const Queue&, std::size_t, const SumPiece&);

}  // namespace unda::exec::detail
