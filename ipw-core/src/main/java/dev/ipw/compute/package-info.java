/** The arithmetic and memory traffic of queries, and their share of the devices' peak. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.compute;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
