package dev.ipw.benchmarks.dataset;

/**
 * The first questions of each category, in the numbers of MLPerf's edge-agentic task: 62 % of those that are not live,
 * 10 % of the others, and all of a category of 25 or fewer. Of the sets of version 4 these are 995.
 */
final class BfclSample {
    private static final int WHOLE_UP_TO = 25;
    private static final int NON_LIVE_PERCENT = 62;
    private static final int OTHER_PERCENT = 10;
    private static final int PERCENT = 100;

    private BfclSample() {}

    /** Returns the number of questions to take; questions of relevance are not part of the task. */
    static long size(BfclCategory category, long all) {
        if (category == BfclCategory.LIVE_RELEVANCE) {
            return 0;
        }
        int percent = category.group().equals("non_live") ? NON_LIVE_PERCENT : OTHER_PERCENT;
        return all <= WHOLE_UP_TO ? all : Math.max(1, all * percent / PERCENT);
    }
}
