/** The answers of servers with Ollama's own API. */
@NullMarked
package dev.ipw.inference.exchange.ollama;

import org.jspecify.annotations.NullMarked;
