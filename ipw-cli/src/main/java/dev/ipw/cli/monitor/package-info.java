/** What the sensors show now, by device, and the exposition of it to other hosts. */
@NullMarked
package dev.ipw.cli.monitor;

import org.jspecify.annotations.NullMarked;
