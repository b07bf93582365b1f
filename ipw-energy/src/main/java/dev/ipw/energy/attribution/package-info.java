/** The division of joules that requests share, and its reliability. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.energy.attribution;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
