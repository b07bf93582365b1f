/** How joules that requests share were divided, and how far that can be trusted. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.energy.attribution;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
