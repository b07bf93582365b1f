/**
 * The protection of every server of the command line against foreign hosts and origins, half-sent requests, and too
 * many connections.
 */
@NullMarked
package dev.ipw.cli.http;

import org.jspecify.annotations.NullMarked;
