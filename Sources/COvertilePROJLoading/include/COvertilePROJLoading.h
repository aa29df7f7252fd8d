#ifndef OVERTILE_CPROJLOADING_H
#define OVERTILE_CPROJLOADING_H

/// Loads PROJ unless it is loaded, and returns the reason that it cannot be, or NULL.
///
/// The text is the dynamic linker's; it is the same for all calls of a process. Where PROJ is linked as usual, always NULL.
/// The functions of proj.h that overtile uses load PROJ themselves; without it they return zero, and do nothing.
const char *overtile_proj_absence(void);

#endif
