/** Shards: the equal parts of one run that separate processes or machines run. */
@NullMarked
package dev.ipw.shard;

import org.jspecify.annotations.NullMarked;
