/** A client of Ollama's own API, which reports more than its OpenAI-compatible one. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference.ollama;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
