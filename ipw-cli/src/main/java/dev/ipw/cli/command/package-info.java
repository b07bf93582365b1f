/** The parts that all commands share. */
@NullMarked
package dev.ipw.cli.command;

import org.jspecify.annotations.NullMarked;
