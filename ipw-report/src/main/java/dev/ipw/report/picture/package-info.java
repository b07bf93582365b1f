/**
 * Pictures of runs as images: figures composed of traces, and the ones that {@code ipw plot} draws.
 *
 * <pre>{@code
 * RunSample run = RunSample.of("a", RunReader.open(Path.of("runs/a")), Set.of(Dimension.TIME_PER_OUTPUT_TOKEN));
 * double[] tpot = run.values(Dimension.TIME_PER_OUTPUT_TOKEN);
 * Plot.of("Time per output token", Axis.of("TPOT", "s"), Axis.of("share", ""))
 *         .with(Trace.histogram("a", tpot, Bins.of(tpot)))
 *         .write(Path.of("tpot.png"), 1200, 800);
 * }</pre>
 */
@NullMarked
package dev.ipw.report.picture;

import org.jspecify.annotations.NullMarked;
