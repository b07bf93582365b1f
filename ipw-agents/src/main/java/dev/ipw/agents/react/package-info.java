/** An agent that calls tools until it has an answer, natively or in text. */
@NullMarked
package dev.ipw.agents.react;

import org.jspecify.annotations.NullMarked;
