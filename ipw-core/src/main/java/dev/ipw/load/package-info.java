/** The load: questions one after the other, several at once, or at a rate. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.load;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
