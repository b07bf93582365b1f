/** Requests by their times: their tokens, their overlaps, and the times when the engine was idle or evenly loaded. */
@NullMarked
package dev.ipw.energy.attribution.internal.activity;

import org.jspecify.annotations.NullMarked;
