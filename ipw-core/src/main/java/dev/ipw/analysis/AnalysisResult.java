package dev.ipw.analysis;

import dev.ipw.internal.tree.TreeBuilder;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hold what an analysis found, in the shape of its file under {@code analysis/}. Values are texts, numbers, booleans,
 * lists, maps, or null where nothing is known.
 *
 * @param analysis the analysis' id
 * @param summary  the figures that belong on a screen, by name
 * @param warnings what a reader should know before believing them
 * @param data     everything else
 */
public record AnalysisResult(String analysis, Map<String, @Nullable Object> summary, List<String> warnings,
        Map<String, @Nullable Object> data) {

    /** Copy the collections, their order kept. */
    public AnalysisResult {
        summary = Collections.unmodifiableMap(new LinkedHashMap<>(summary));
        warnings = List.copyOf(warnings);
        data = Collections.unmodifiableMap(new LinkedHashMap<>(data));
    }

    /**
     * Write the result as JSON for people and programs.
     *
     * @return the content of its file
     */
    public String toJson() {
        return TreeBuilder.object().put("analysis", analysis).put("summary", summary).put("warnings", warnings)
                .put("data", data).prettyJson();
    }
}
