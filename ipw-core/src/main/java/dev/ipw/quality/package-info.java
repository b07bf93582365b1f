/** The disturbances of this process while a run was measured, and whether its times are reliable nevertheless. */
@NullMarked
package dev.ipw.quality;

import org.jspecify.annotations.NullMarked;
