/** The answers of servers with OpenAI's APIs. */
@NullMarked
package dev.ipw.inference.exchange.openai;

import org.jspecify.annotations.NullMarked;
