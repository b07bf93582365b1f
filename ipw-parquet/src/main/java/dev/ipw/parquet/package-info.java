/** The queries of a run as a Parquet file, which DuckDB, Spark, pandas and polars read. */
@NullMarked
package dev.ipw.parquet;

import org.jspecify.annotations.NullMarked;
