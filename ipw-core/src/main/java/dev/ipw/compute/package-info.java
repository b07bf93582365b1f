/** How much arithmetic and memory traffic queries are, and what share of the devices' peak that is. */
@NullMarked
package dev.ipw.compute;

import org.jspecify.annotations.NullMarked;
