/** What held up this process while a run was measured, and whether its times may be trusted for all that. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.quality;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
