/**
 * Clients of servers with OpenAI's chat completions, completions or responses: vLLM, llama.cpp, SGLang and many others.
 */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference.openai;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
