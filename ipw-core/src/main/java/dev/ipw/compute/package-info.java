/** The arithmetic and memory traffic of queries, and their share of the devices' peak. */
@NullMarked
package dev.ipw.compute;

import org.jspecify.annotations.NullMarked;
