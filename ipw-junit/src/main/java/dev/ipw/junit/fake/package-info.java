/** Fakes of a served model and of a machine with sensors, for tests without a server or hardware. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.junit.fake;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
