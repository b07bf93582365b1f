/** A client of Anthropic's Messages API, which other servers offer too. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.inference.anthropic;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
