/** The answers of servers that speak as OpenAI does. */
@NullMarked
package dev.ipw.inference.exchange.openai;

import org.jspecify.annotations.NullMarked;
