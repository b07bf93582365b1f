/** Tools that access the web. */
@NullMarked
package dev.ipw.agents.tool.web;

import org.jspecify.annotations.NullMarked;
