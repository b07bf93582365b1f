/** The command that meters every request of a running model server. */
@NullMarked
package dev.ipw.cli.meter;

import org.jspecify.annotations.NullMarked;
