/** What a model is asked: datasets, their records, and how a run samples them. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.dataset;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
