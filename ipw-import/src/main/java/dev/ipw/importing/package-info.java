/** Runs that other tools made, read into run directories of ours. */
@NullMarked
package dev.ipw.importing;

import org.jspecify.annotations.NullMarked;
