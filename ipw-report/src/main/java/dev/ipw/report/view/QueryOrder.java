package dev.ipw.report.view;

import dev.ipw.error.ConfigurationException;
import dev.ipw.record.Dimension;
import dev.ipw.report.view.QueryTable.Verdict;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The order and filter of the queries of a page, as its address has them.
 *
 * @param sort     the figure to sort by; empty for the order in which they finished
 * @param isRising whether the lowest come first
 * @param verdict  the verdict that all have
 * @param text     a text that the question, the answer, the id or the subject contains
 * @param page     the number of the page, from 1
 */
record QueryOrder(Optional<Dimension> sort, boolean isRising, Optional<Verdict> verdict, Optional<String> text,
        int page) {
    static final int ROWS = 50;
    private static final int MAX_TEXT = 200;

    /**
     * Reads an order.
     *
     * @throws ConfigurationException if the address has an unknown word
     */
    static QueryOrder of(PageAddress address) {
        return new QueryOrder(address.parameter("sort").map(QueryOrder::sortedBy),
                address.parameter("order").filter("rising"::equals).isPresent(),
                address.parameter("verdict").map(QueryOrder::verdictOf),
                address.parameter("text").map(text -> text.substring(0, Math.min(text.length(), MAX_TEXT))),
                address.parameter("page").map(QueryOrder::pageOf).orElse(1));
    }

    /** Returns the order of a run's own page: the dearest first, or the slowest where no joules are known. */
    static QueryOrder first(QueryTable table) {
        return new QueryOrder(Optional.of(table.known(Dimension.ENERGY_JOULES) > 0
                ? Dimension.ENERGY_JOULES
                : Dimension.TIME_FROM_INTENDED_START), false, Optional.empty(), Optional.empty(), 1);
    }

    private static Dimension sortedBy(String name) {
        return QueryTable.SORTED.stream().filter(one -> one.label().equals(name)).findFirst()
                .orElseThrow(() -> new ConfigurationException("Queries are not sorted by '" + name + "'. Known: "
                        + QueryTable.SORTED.stream().map(Dimension::label).collect(Collectors.joining(", "))));
    }

    private static Verdict verdictOf(String name) {
        return Arrays.stream(Verdict.values()).filter(one -> one.label().equals(name)).findFirst()
                .orElseThrow(() -> new ConfigurationException("There is no verdict '" + name + "'. Known: "
                        + Arrays.stream(Verdict.values()).map(Verdict::label).collect(Collectors.joining(", "))));
    }

    private static int pageOf(String number) {
        try {
            return Math.max(1, Integer.parseInt(number));
        } catch (NumberFormatException noNumber) {
            throw new ConfigurationException("The page must be a number from 1, not '" + number + "'", noNumber);
        }
    }

    QueryOrder sortedBy(Dimension dimension) {
        boolean isAgain = sort.equals(Optional.of(dimension));
        return new QueryOrder(Optional.of(dimension), isAgain && !isRising, verdict, text, 1);
    }

    QueryOrder having(Optional<Verdict> other) {
        return new QueryOrder(sort, isRising, other, text, 1);
    }

    QueryOrder at(int number) {
        return new QueryOrder(sort, isRising, verdict, text, number);
    }

    /** Returns the end of an address with this order. */
    String address() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("sort", sort.map(Dimension::label).orElse(""));
        parameters.put("order", isRising ? "rising" : "");
        parameters.put("verdict", verdict.map(Verdict::label).orElse(""));
        parameters.put("text", text.orElse(""));
        parameters.put("page", page == 1 ? "" : String.valueOf(page));
        return PageAddress.query(parameters);
    }
}
