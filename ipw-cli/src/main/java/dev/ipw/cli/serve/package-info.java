/** Any client of this library behind a loopback server that speaks the protocols of OpenAI, Anthropic and Ollama. */
@NullMarked
package dev.ipw.cli.serve;

import org.jspecify.annotations.NullMarked;
