/** YAML of dataset repositories and of lists of targets, read with bounds; its library is an optional dependency. */
@NullMarked
package dev.ipw.internal.yaml;

import org.jspecify.annotations.NullMarked;
