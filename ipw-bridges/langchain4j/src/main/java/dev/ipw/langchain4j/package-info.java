/**
 * The measurement of an application on LangChain4j: the joules of its model calls, AI services and agents, and its
 * models as clients of a profile run.
 */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.langchain4j;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
