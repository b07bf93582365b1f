/** What lies in the folder of a task beside that of its agent. */
@NullMarked
package dev.ipw.internal.task;

import org.jspecify.annotations.NullMarked;
