/** A browser for runs: its pages, and their JSON. */
@NullMarked
package dev.ipw.report.view;

import org.jspecify.annotations.NullMarked;
