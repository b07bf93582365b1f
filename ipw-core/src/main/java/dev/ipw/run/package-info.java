/** The description of a run: its configuration, phases, totals and devices. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.run;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
