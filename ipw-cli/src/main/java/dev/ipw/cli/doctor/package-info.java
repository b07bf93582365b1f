/** The {@code doctor} command. */
@NullMarked
package dev.ipw.cli.doctor;

import org.jspecify.annotations.NullMarked;
