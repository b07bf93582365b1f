/** The content of a task's folder beside that of its agent. */
@NullMarked
package dev.ipw.internal.task;

import org.jspecify.annotations.NullMarked;
