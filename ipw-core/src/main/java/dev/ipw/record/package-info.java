/** One query's whole truth: what was asked, what came back and when, what it cost, and whether it was right. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.record;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
