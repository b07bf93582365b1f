/** What a comparison of finished runs found: figures side by side, their difference, and what it is worth. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.analysis.comparison;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
