/**
 * The measurement of an application on LangChain4j: the joules of its model calls, AI services and agents, and its
 * models as clients of a profile run.
 */
@NullMarked
package dev.ipw.langchain4j;

import org.jspecify.annotations.NullMarked;
