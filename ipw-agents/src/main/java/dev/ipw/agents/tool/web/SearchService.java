package dev.ipw.agents.tool.web;

import dev.ipw.agents.ToolException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** A service that searches the web. */
interface SearchService {
    /**
     * Searches.
     *
     * @param query       the query
     * @param mostResults the maximum number of results
     * @return the result
     * @throws ToolException if the service gives no answer
     */
    Found search(String query, int mostResults) throws ToolException, InterruptedException;

    /**
     * The result of a search.
     *
     * @param answer  the service's own answer
     * @param results the pages, the best first
     * @param notes   the service's remarks on the search
     * @param dollars the cost of the search; empty if unknown
     */
    record Found(Optional<String> answer, List<Result> results, List<String> notes, Optional<BigDecimal> dollars) {
        /** Copies the lists. */
        public Found {
            results = List.copyOf(results);
            notes = List.copyOf(notes);
        }
    }

    /**
     * One page.
     *
     * @param title   its title
     * @param address its address
     * @param snippet a part of its text
     */
    record Result(String title, String address, String snippet) {}
}
