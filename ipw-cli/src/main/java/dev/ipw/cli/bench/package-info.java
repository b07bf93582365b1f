/** The {@code bench} command: a grid of cells, each a run. */
@NullMarked
package dev.ipw.cli.bench;

import org.jspecify.annotations.NullMarked;
