/** The writer of Parquet files. */
@NullMarked
package dev.ipw.parquet.internal;

import org.jspecify.annotations.NullMarked;
