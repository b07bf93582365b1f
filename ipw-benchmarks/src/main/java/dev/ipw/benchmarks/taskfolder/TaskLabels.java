package dev.ipw.benchmarks.taskfolder;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The words by which the authors of a task sort it.
 *
 * @param difficulty its difficulty
 * @param category   its category
 * @param tags       words that describe it
 */
public record TaskLabels(Optional<String> difficulty, Optional<String> category, List<String> tags) {
    /** Copies the list. */
    public TaskLabels {
        tags = List.copyOf(tags);
    }

    /**
     * Returns the category.
     *
     * @return the category, or that it is a task
     */
    public String subject() {
        return category.orElse("task");
    }

    /**
     * Collects the labels by name.
     *
     * @return a new map of those that are known
     */
    public Map<String, Object> metadata() {
        Map<String, Object> metadata = new TreeMap<>();
        difficulty.ifPresent(level -> metadata.put("difficulty", level));
        category.ifPresent(known -> metadata.put("category", known));
        if (!tags.isEmpty()) {
            metadata.put("tags", tags);
        }
        return metadata;
    }
}
