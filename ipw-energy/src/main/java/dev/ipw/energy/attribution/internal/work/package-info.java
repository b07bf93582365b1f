/** The work of an engine over time, found from the tokens' times: its steps, its prompts, and each request's part. */
@NullMarked
package dev.ipw.energy.attribution.internal.work;

import org.jspecify.annotations.NullMarked;
