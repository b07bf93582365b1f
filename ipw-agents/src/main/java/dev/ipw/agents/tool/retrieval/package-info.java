/** Tools that search a corpus of the user's own. */
@NullMarked
package dev.ipw.agents.tool.retrieval;

import org.jspecify.annotations.NullMarked;
