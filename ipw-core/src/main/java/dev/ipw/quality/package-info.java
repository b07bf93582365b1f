/** The disturbances of this process while a run was measured, and whether its times are reliable nevertheless. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.quality;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
