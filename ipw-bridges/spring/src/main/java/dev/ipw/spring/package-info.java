/** Joules of a Spring Boot application's calls to models, from the observations that Spring AI makes of them. */
@NullMarked
package dev.ipw.spring;

import org.jspecify.annotations.NullMarked;
