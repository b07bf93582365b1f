/** The current readings of sensors by device, and their exposition to other hosts. */
@NullMarked
package dev.ipw.cli.monitor;

import org.jspecify.annotations.NullMarked;
