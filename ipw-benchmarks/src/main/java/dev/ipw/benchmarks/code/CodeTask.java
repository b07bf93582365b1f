package dev.ipw.benchmarks.code;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A program with its tests.
 *
 * @param program  the program
 * @param mode     asserts, stdin or function
 * @param function the function that is called in the mode function
 * @param tests    a JSON list
 */
record CodeTask(String program, String mode, String function, JsonNode tests) {
    /** Returns the number of tests. */
    int count() {
        return tests.size();
    }
}
