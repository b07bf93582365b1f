/** A loopback server that puts any client of this library behind the protocols of OpenAI, Anthropic and Ollama. */
@NullMarked
package dev.ipw.cli.serve;

import org.jspecify.annotations.NullMarked;
