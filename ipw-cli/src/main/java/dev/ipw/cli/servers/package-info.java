/** The {@code servers} command and the servers that other commands start. */
@NullMarked
package dev.ipw.cli.servers;

import org.jspecify.annotations.NullMarked;
