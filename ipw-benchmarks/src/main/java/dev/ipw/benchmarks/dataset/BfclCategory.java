package dev.ipw.benchmarks.dataset;

import dev.ipw.error.ConfigurationException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The categories of one turn of the Berkeley Function Calling Leaderboard, by their names of version 4. */
enum BfclCategory {
    /** One function of Python, one call. */
    SIMPLE_PYTHON("simple", "non_live"),
    /** One function of Java, one call. */
    SIMPLE_JAVA("java", "non_live"),
    /** One function of JavaScript, one call. */
    SIMPLE_JAVASCRIPT("javascript", "non_live"),
    /** Several functions, one call. */
    MULTIPLE("multiple", "non_live"),
    /** One function, several calls. */
    PARALLEL("parallel", "non_live"),
    /** Several functions, several calls. */
    PARALLEL_MULTIPLE("parallel_multiple", "non_live"),
    /** Several functions, none of which fits. */
    IRRELEVANCE("irrelevance", "hallucination"),
    /** As simple, asked by users. */
    LIVE_SIMPLE("live_simple", "live"),
    /** As multiple, asked by users. */
    LIVE_MULTIPLE("live_multiple", "live"),
    /** As parallel, asked by users. */
    LIVE_PARALLEL("live_parallel", "live"),
    /** As parallel_multiple, asked by users. */
    LIVE_PARALLEL_MULTIPLE("live_parallel_multiple", "live"),
    /** As irrelevance, asked by users. */
    LIVE_IRRELEVANCE("live_irrelevance", "hallucination"),
    /**
     * Several functions, one of which fits, asked by users; the choice of the function and its arguments are not
     * judged.
     */
    LIVE_RELEVANCE("live_relevance", "relevance");

    private static final Pattern NUMBERS = Pattern.compile("_\\d[\\d-]*$");
    private static final Set<BfclCategory> HALLUCINATION = EnumSet.of(IRRELEVANCE, LIVE_IRRELEVANCE);

    private final String olderName;
    private final String group;

    BfclCategory(String olderName, String group) {
        this.olderName = olderName;
        this.group = group;
    }

    /**
     * Returns categories by their names and those of groups, separated by commas; in the order of this enum, each once.
     */
    static Set<BfclCategory> chosen(String names) {
        Set<BfclCategory> chosen = EnumSet.noneOf(BfclCategory.class);
        for (String name : names.split(",")) {
            chosen.addAll(named(name.strip()));
        }
        return chosen;
    }

    private static Set<BfclCategory> named(String name) {
        return switch (name) {
            case "all" -> EnumSet.allOf(BfclCategory.class);
            case "hallucination" -> HALLUCINATION;
            // The leaderboard's own groups, which include the questions that no function fits.
            case "live" -> EnumSet.range(LIVE_SIMPLE, LIVE_RELEVANCE);
            case "non_live" -> EnumSet.range(SIMPLE_PYTHON, IRRELEVANCE);
            default -> EnumSet.of(Arrays.stream(values()).filter(one -> one.isCalled(name)).findFirst()
                    .orElseThrow(() -> new ConfigurationException("The dataset parameter 'categories' names '" + name
                            + "', which is none of all, non_live, live, hallucination, "
                            + Stream.of(values()).map(BfclCategory::id).collect(Collectors.joining(", ")))));
        };
    }

    /** Returns the category of a question by its id, such as {@code live_parallel_3-2-1}. */
    static Optional<BfclCategory> ofQuestion(String id) {
        String name = NUMBERS.matcher(id).replaceFirst("");
        return Arrays.stream(values()).filter(one -> one.isCalled(name)).findFirst();
    }

    private boolean isCalled(String name) {
        return id().equals(name) || olderName.equals(name);
    }

    /** Returns the name of the category in version 4. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the group that it counts for: {@code non_live}, {@code live}, {@code hallucination} or {@code relevance}.
     */
    String group() {
        return group;
    }

    /** Returns the language of its functions. */
    String language() {
        return switch (this) {
            case SIMPLE_JAVA -> "java";
            case SIMPLE_JAVASCRIPT -> "javascript";
            default -> "python";
        };
    }

    /** Returns the expectation of an answer: {@code calls}, {@code no_call} or {@code any_call}. */
    String expects() {
        return HALLUCINATION.contains(this) ? "no_call" : this == LIVE_RELEVANCE ? "any_call" : "calls";
    }

    boolean hasAnswers() {
        return expects().equals("calls");
    }

    /** Lists the names of its file, that of the newest version first. */
    List<String> files() {
        return List.of("BFCL_v4_" + id() + ".json", "BFCL_v3_" + olderName + ".json");
    }

    /** Returns the first of its files that exists; the last if none does, so that a message names it. */
    String file(RepositoryFiles files) {
        return files().stream().filter(file -> !files.matching(file).isEmpty()).findFirst().orElse(files().getLast());
    }
}
