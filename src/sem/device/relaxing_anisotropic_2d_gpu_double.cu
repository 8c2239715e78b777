// The loops over elements on the GPU: anisotropic waves with attenuation in 2-D, double precision.
#include "sem/device/launch_elements.cuh"

namespace unda::sem {

template void law_stiffness_on_gpu<RelaxingAnisotropicStress<2>, 2, double>(const exec::Queue&,
                                                                            const DeviceElements<double>&,
                                                                            const Line<max_degree + 1, double>&,
                                                                            const Assembly<double>&, const DevicePart&,
                                                                            const double*, const Motion<double>&);

}  // namespace unda::sem
