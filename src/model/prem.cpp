// Coefficients of PREM.
#include "model/prem.hpp"

namespace unda::model {
namespace {

constexpr RadialAnisotropy upper_mantle{{0.8317, 7.2180, 0, 0},
                                        {3.5908, 4.6172, 0, 0},
                                        {5.8582, -1.4678, 0, 0},
                                        {-1.0839, 5.7176, 0, 0},
                                        {3.3687, -2.4778, 0, 0}};
constexpr RadialPolynomial lower_mantle_density{7.9565, -6.4761, 5.5283, -3.0807};
constexpr double all_kappa = 57823;

constexpr RadialShell shells[] = {
    {6356.0, 6371.0, {2.600}, {5.800}, {3.200}, 600, all_kappa, nullptr},
    {6346.6, 6356.0, {2.900}, {6.800}, {3.900}, 600, all_kappa, nullptr},
    {6291.0, 6346.6, {2.6910, 0.6924}, {4.1875, 3.9382}, {2.1519, 2.3481}, 600, all_kappa, &upper_mantle},
    {6151.0, 6291.0, {2.6910, 0.6924}, {4.1875, 3.9382}, {2.1519, 2.3481}, 80, all_kappa, &upper_mantle},
    {5971.0, 6151.0, {7.1089, -3.8045}, {20.3926, -12.2569}, {8.9496, -4.4597}, 143, all_kappa, nullptr},
    {5771.0, 5971.0, {11.2494, -8.0298}, {39.7027, -32.6166}, {22.3512, -18.5856}, 143, all_kappa, nullptr},
    {5701.0, 5771.0, {5.3197, -1.4836}, {19.0957, -9.8672}, {9.9839, -4.9324}, 143, all_kappa, nullptr},
    {5600.0,
     5701.0,
     lower_mantle_density,
     {29.2766, -23.6027, 5.5242, -2.5514},
     {22.3459, -17.2473, -2.0834, 0.9783},
     312,
     all_kappa,
     nullptr},
    {3630.0,
     5600.0,
     lower_mantle_density,
     {24.9520, -40.4673, 51.4832, -26.6419},
     {11.1671, -13.7818, 17.4575, -9.2777},
     312,
     all_kappa,
     nullptr},
    {3480.0,
     3630.0,
     lower_mantle_density,
     {15.3891, -5.3181, 5.5242, -2.5514},
     {6.9254, 1.4672, -2.0834, 0.9783},
     312,
     all_kappa,
     nullptr},
    {1221.5,
     3480.0,
     {12.5815, -1.2638, -3.6426, -5.5281},
     {11.0487, -4.0362, 4.8023, -13.5732},
     {},
     0,
     all_kappa,
     nullptr},
    {0.0, 1221.5, {13.0885, 0, -8.8381}, {11.2622, 0, -6.3640}, {3.6678, 0, -4.4475}, 84.6, 1327.7, nullptr},
};

}  // namespace

std::span<const RadialShell> prem() { return shells; }

}  // namespace unda::model
