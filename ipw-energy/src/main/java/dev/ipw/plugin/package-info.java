/** One way to find clients, datasets, evaluators, analyses and sensors: by id, registered or discovered. */
@NullMarked
package dev.ipw.plugin;

import org.jspecify.annotations.NullMarked;
