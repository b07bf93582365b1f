/** The joules of a running application as meters of Micrometer. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.micrometer;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
