/** The latency of a run's queries: percentiles, throughput, and the slowest queries. */
@NullMarked
package dev.ipw.analysis.latency;

import org.jspecify.annotations.NullMarked;
