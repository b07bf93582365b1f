/**
 * A scripted model server that knows the true joules of its requests: {@link dev.ipw.meter.engine.ScriptedEngine} in
 * simulated time, {@link dev.ipw.meter.engine.EngineServer} behind HTTP with a GPU of its own, and
 * {@link dev.ipw.meter.engine.MeterAccuracy}, which judges the division of joules by them.
 */
@NullMarked
package dev.ipw.meter.engine;

import org.jspecify.annotations.NullMarked;
