/** The description of a run: its configuration, phases, totals and devices. */
@NullMarked
package dev.ipw.run;

import org.jspecify.annotations.NullMarked;
