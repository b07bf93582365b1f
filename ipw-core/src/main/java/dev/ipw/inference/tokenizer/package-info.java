/** Tokenizers on the client's side, for servers that count nothing. */
@NullMarked
package dev.ipw.inference.tokenizer;

import org.jspecify.annotations.NullMarked;
