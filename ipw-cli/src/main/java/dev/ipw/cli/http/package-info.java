/** What every server of the command line refuses: foreign hosts and origins, half-sent requests, too many connections. */
@NullMarked
package dev.ipw.cli.http;

import org.jspecify.annotations.NullMarked;
