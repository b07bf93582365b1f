/** A client of Ollama's own API, which reports more than its OpenAI-compatible one. */
@NullMarked
package dev.ipw.inference.ollama;

import org.jspecify.annotations.NullMarked;
