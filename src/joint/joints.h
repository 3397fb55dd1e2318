/* joints.h - the list of joints, one for each line of joints.def */
#ifndef BRISTLE_JOINT_JOINTS_H
#define BRISTLE_JOINT_JOINTS_H

#include "joint/joint.h"

const bri_kind *const *bri_joints(void); /* each is the first member of its bri_joint_kind; ends with NULL */

/* The kind of joint that guides along BRI_ROLE_DIRECTION through BRI_ROLE_PLACE and holds everything else. */
const bri_kind *bri_guide_kind(void);

#endif
