/** The files that the shards of a run share. For our own modules. */
@NullMarked
package dev.ipw.shard.internal;

import org.jspecify.annotations.NullMarked;
