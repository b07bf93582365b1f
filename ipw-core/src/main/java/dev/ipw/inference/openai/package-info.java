/**
 * Clients of servers with OpenAI's chat completions, completions or responses: vLLM, llama.cpp, SGLang and many others.
 */
@NullMarked
package dev.ipw.inference.openai;

import org.jspecify.annotations.NullMarked;
