/** One question's way through a model: the calls that it takes, the tools that are used meanwhile, and what comes of it. */
@NullMarked
package dev.ipw.query;

import org.jspecify.annotations.NullMarked;
