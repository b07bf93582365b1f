/** Runs in shards on Apache Spark. */
@NullMarked
package dev.ipw.spark;

import org.jspecify.annotations.NullMarked;
