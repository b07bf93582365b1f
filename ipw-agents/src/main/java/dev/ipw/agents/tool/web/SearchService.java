package dev.ipw.agents.tool.web;

import dev.ipw.agents.ToolException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Search the web by a service. */
interface SearchService {
    /**
     * Searches.
     *
     * @param query      what for
     * @param mostResults how many results at most
     * @return what was found
     * @throws ToolException if the service gives no answer
     */
    Found search(String query, int mostResults) throws ToolException, InterruptedException;

    /**
     * Hold what a search found.
     *
     * @param answer  what the service says itself
     * @param results the pages, the best first
     * @param notes   what the service says of how it searched
     * @param dollars what the search cost; empty if that is not known
     */
    record Found(Optional<String> answer, List<Result> results, List<String> notes, Optional<BigDecimal> dollars) {
        /** Copies the lists. */
        public Found {
            results = List.copyOf(results);
            notes = List.copyOf(notes);
        }
    }

    /**
     * Hold one page.
     *
     * @param title   its title
     * @param address where it is
     * @param snippet a part of its text
     */
    record Result(String title, String address, String snippet) {}
}
