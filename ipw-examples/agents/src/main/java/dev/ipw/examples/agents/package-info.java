/** Custom agents and agents of LangChain4j. */
@NullMarked
package dev.ipw.examples.agents;

import org.jspecify.annotations.NullMarked;
