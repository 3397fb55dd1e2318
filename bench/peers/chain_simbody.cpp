// chain_simbody.cpp - the chain of chains.py by Simbody: LINKS ACCURACY UNTIL; prints the CPU time of the integration in s and the angle of the
// last link, rad
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <Simbody.h>

using namespace SimTK;

static double spin(int i) { return i ? 0.3 * std::sin(1.3 * i) : 0; }

int main(int count, char **word)
{
    if (count != 4) return 2;
    int links = std::atoi(word[1]);
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::Gravity gravity(forces, matter, Vec3(0, -9.81, 0));
    Body::Rigid link(MassProperties(1, Vec3(0), Inertia(0.1)));
    Array_<MobilizedBody::Pin> pins;
    for (int i = 0; i < links; i++) {
        if (i)
            pins.push_back(
                MobilizedBody::Pin(pins.back(), Transform(Vec3(0, -0.5, 0)), link, Transform(Vec3(0, 0.5, 0))));
        else
            pins.push_back(MobilizedBody::Pin(matter.Ground(), Transform(Vec3(0)), link, Transform(Vec3(0, 0.5, 0))));
    }
    State state = system.realizeTopology();
    for (int i = 0; i < links; i++)
        pins[i].setRate(state, spin(i + 1) - spin(i));
    RungeKuttaMersonIntegrator integrator(system);
    integrator.setAccuracy(std::atof(word[2]));
    TimeStepper stepper(system, integrator);
    stepper.initialize(state);
    std::clock_t begun = std::clock();
    stepper.stepTo(std::atof(word[3]));
    double seconds = double(std::clock() - begun) / CLOCKS_PER_SEC, angle = 0;
    for (int i = 0; i < links; i++)
        angle += pins[i].getAngle(stepper.getState());
    std::printf("%.6g %.15g\n", seconds, angle);
}
