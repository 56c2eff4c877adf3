// Cameras: frames of a V4L2 camera in, the codes that people hold before it out.

internal import CV4L2
