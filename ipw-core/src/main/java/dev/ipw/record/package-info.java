/** The complete record of one query: its question, its answer with all times, its cost, and its verdict. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.record;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
