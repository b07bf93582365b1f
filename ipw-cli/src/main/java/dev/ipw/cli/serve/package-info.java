/** Any client of this library behind a loopback server that speaks the OpenAI chat protocol. */
@NullMarked
package dev.ipw.cli.serve;

import org.jspecify.annotations.NullMarked;
