/** How much arithmetic and memory traffic queries are, and what share of the devices' peak that is. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.compute;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
