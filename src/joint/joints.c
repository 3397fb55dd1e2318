/* joints.c - the list of joints */
#include "joint/joints.h"

#define JOINT(name) extern const bri_joint_kind bri_joint_##name;
#include "joint/joints.def"
#undef JOINT

static const bri_kind *const joints[] = {
#define JOINT(name) &bri_joint_##name.kind,
#include "joint/joints.def"
#undef JOINT
    NULL};

const bri_kind *const *bri_joints(void) { return joints; }

const bri_kind *bri_guide_kind(void) { return &bri_joint_translational.kind; }
