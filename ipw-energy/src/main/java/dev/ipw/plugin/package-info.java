/** One way to find clients, datasets, evaluators, analyses and sensors: by id, registered or discovered. */
@API(status = API.Status.EXPERIMENTAL)
@NullMarked
package dev.ipw.plugin;

import org.apiguardian.api.API;
import org.jspecify.annotations.NullMarked;
