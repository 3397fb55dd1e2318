"""Chains of links by MuJoCo, Exudyn and Simbody: links of 1 m, 1 kg, 0.1 kg m2, hanging from the first pin, link i
spinning at 0.3 sin(1.3 i) rad/s. The result is the angle of the last link after 1 s. With friction, pins of 10 mm radius have Coulomb's
coefficient 0.3 (bristle), or the torque that this is under the weight that each pin carries at rest (MuJoCo's frictionloss)."""
import math
import os
import shutil
import subprocess
import time

UNTIL = 1
FRICTION_LINKS, MU, RADIUS, GRAVITY = 100, 0.3, 0.01, 9.81


def spin(i):
    return 0.3 * math.sin(1.3 * i)


def model_of(links, friction=False):
    lines = ["gravity: [0, -9.81 m/s2]", "bodies:"]
    for i in range(1, links + 1):
        lines.append(f"  b{i}: {{mass: 1 kg, inertia: 0.1 kg m2, at: [0, {0.5 - i} m], spin: {spin(i):.17g} rad/s, "
                     "points: {l: [0, 0.5 m], r: [0, -0.5 m]}}")
    lines.append("joints:")
    law = f", radius: {RADIUS} m, friction: {{law: coulomb, mu_k: {MU}}}" if friction else ""
    for i in range(1, links + 1):
        lines.append(f"  p{i}: {{revolute: [{'ground' if i == 1 else f'b{i - 1}.r'}, b{i}.l]{law}}}")
    return "\n".join(lines) + f"\nrun: {{until: {UNTIL} s}}\n"


def mujoco_model(mujoco, links, friction=False):
    """Made body by body: the elements of a file may not be nested that deeply. Speeds and positions are relative."""
    spec = mujoco.MjSpec()
    spec.option.gravity = [0, 0, -GRAVITY]
    spec.option.disableflags = mujoco.mjtDisableBit.mjDSBL_CONTACT
    if not friction:
        spec.option.integrator = mujoco.mjtIntegrator.mjINT_RK4
    body = spec.worldbody
    for i in range(1, links + 1):
        body = body.add_body(pos=[0, 0, -1 if i > 1 else 0], mass=1, ipos=[0, 0, -0.5], inertia=[0.1, 0.1, 0.1], explicitinertial=True)
        loss = MU * RADIUS * GRAVITY * (links + 1 - i) if friction else 0
        body.add_joint(type=mujoco.mjtJoint.mjJNT_HINGE, axis=[0, -1, 0], frictionloss=loss)
    return spec.compile()


class Mujoco:
    """Runge-Kutta 4 with fixed steps; with friction MuJoCo's own steps, and a soft constraint, so that joints at rest creep."""

    def __init__(self, mujoco, links, friction=False):
        self.mujoco, self.links = mujoco, links
        self.model = mujoco_model(mujoco, links, friction)
        self.rungs = [0.05 / 2**k for k in range(9)]

    def run(self, step):
        data, steps = self.mujoco.MjData(self.model), round(UNTIL / step)
        self.model.opt.timestep = UNTIL / steps
        data.qvel[:] = [spin(1)] + [spin(i) - spin(i - 1) for i in range(2, self.links + 1)]
        begun = time.process_time()
        self.mujoco.mj_step(self.model, data, nstep=steps)
        return time.process_time() - begun, float(sum(data.qpos))


def mujoco_or_none():
    try:
        import mujoco
        return mujoco
    except ImportError:
        return None


class Exudyn:
    """Redundant coordinates, generalised alpha with fixed steps."""

    def __init__(self, exu, links):
        self.exu, self.links = exu, links
        self.rungs = [0.02 / 2**k for k in range(8)]

    def run(self, step):
        import exudyn.itemInterface as item
        exu = self.exu
        container = exu.SystemContainer()
        mbs = container.AddSystem()
        before = mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=mbs.AddObject(item.ObjectGround())))
        speed, node = [0.0, 0.0], 0
        for i in range(1, self.links + 1):
            # both ends move where the links above turn: hanging straight, velocities are along x
            middle = speed[0] + 0.5 * spin(i)
            speed[0] += spin(i)
            node = mbs.AddNode(item.NodeRigidBody2D(referenceCoordinates=[0, 0.5 - i, 0], initialVelocities=[middle, 0, spin(i)]))
            body = mbs.AddObject(item.ObjectRigidBody2D(physicsMass=1, physicsInertia=0.1, nodeNumber=node))
            mbs.AddLoad(item.LoadMassProportional(
                markerNumber=mbs.AddMarker(item.MarkerBodyMass(bodyNumber=body)), loadVector=[0, -9.81, 0]))
            upper = mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=body, localPosition=[0, 0.5, 0]))
            mbs.AddObject(item.ObjectJointRevolute2D(markerNumbers=[before, upper]))
            before = mbs.AddMarker(item.MarkerBodyPosition(bodyNumber=body, localPosition=[0, -0.5, 0]))
        mbs.Assemble()
        settings = exu.SimulationSettings()
        settings.timeIntegration.numberOfSteps = round(UNTIL / step)
        settings.timeIntegration.endTime = UNTIL
        settings.timeIntegration.verboseMode = 0
        settings.timeIntegration.generalizedAlpha.spectralRadius = 0.9
        settings.linearSolverType = exu.LinearSolverType.EigenSparse
        settings.solutionSettings.writeSolutionToFile = False
        settings.parallel.numberOfThreads = 1
        begun = time.process_time()
        mbs.SolveDynamic(settings)
        seconds = time.process_time() - begun
        return seconds, float(mbs.GetNodeOutput(node, exu.OutputVariableType.Coordinates)[2])


class Simbody:
    """Recursive dynamics, Runge-Kutta-Merson with error control."""

    def __init__(self, program, links):
        self.program, self.links = program, links
        self.rungs = [10.0 ** (-0.5 * k) for k in range(4, 21)]

    def run(self, accuracy):
        out = subprocess.run([self.program, str(self.links), repr(accuracy), str(UNTIL)], capture_output=True, text=True, check=True)
        seconds, angle = out.stdout.split()
        return float(seconds), float(angle)


def compile_simbody(folder, here):
    program, compiler = os.path.join(folder, "chain_simbody"), shutil.which("g++") or shutil.which("c++")
    if not compiler:
        return None
    command = [compiler, "-O2", os.path.join(here, "chain_simbody.cpp"), "-I/usr/include/simbody", "-o", program, "-lSimTKsimbody",
               "-lSimTKmath", "-lSimTKcommon"]
    return program if subprocess.run(command, capture_output=True, check=False).returncode == 0 else None


def peers(folder, here):
    """Names of the programs that are installed, with a function that makes a chain of so many links; names of the others."""
    found, missing = [], []
    try:
        import mujoco
        found.append((f"MuJoCo {mujoco.__version__}", lambda links: Mujoco(mujoco, links)))
    except ImportError:
        missing.append("MuJoCo")
    try:
        import exudyn
        found.append((f"Exudyn {exudyn.config.Version()}", lambda links: Exudyn(exudyn, links)))
    except ImportError:
        missing.append("Exudyn")
    program = compile_simbody(folder, here)
    if program:
        found.append(("Simbody", lambda links: Simbody(program, links)))
    else:
        missing.append("Simbody")
    return found, missing
