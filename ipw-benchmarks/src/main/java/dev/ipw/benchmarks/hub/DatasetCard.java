package dev.ipw.benchmarks.hub;

import dev.ipw.error.InputException;
import dev.ipw.internal.yaml.YamlDocument;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The data files that the head of a dataset card describes.
 *
 * @param configs the configs by name, in the order of the card
 */
record DatasetCard(Map<String, Config> configs) {
    /**
     * One config.
     *
     * @param isDefault whether it is read where none is named
     * @param folder    its folder, if the card names one
     * @param splits    patterns of files by split; empty if the card names none
     */
    record Config(boolean isDefault, Optional<String> folder, Map<String, List<String>> splits) {}

    /** Reads the head of a card; a card without one has no configs. */
    static DatasetCard of(String card, String source) {
        String text = card.startsWith("\uFEFF") ? card.substring(1) : card;
        if (!text.startsWith("---")) {
            return new DatasetCard(Map.of());
        }
        int end = text.indexOf("\n---", 3);
        Object head = YamlDocument.parse(end < 0 ? "" : text.substring(text.indexOf('\n') + 1, end + 1), source);
        Map<String, Config> configs = new LinkedHashMap<>();
        if (head instanceof Map<?, ?> map && map.get("configs") instanceof List<?> list) {
            for (Object one : list) {
                if (one instanceof Map<?, ?> config) {
                    Object name = config.get("config_name");
                    configs.put(name == null ? "default" : name.toString(), config(config, source));
                }
            }
        }
        return new DatasetCard(configs);
    }

    private static Config config(Map<?, ?> config, String source) {
        Map<String, List<String>> splits = new LinkedHashMap<>();
        switch (config.get("data_files")) {
            case null -> {
            }
            case Map<?, ?> bySplit ->
                bySplit.forEach((split, path) -> splits.put(split.toString(), paths(path, source)));
            case List<?> list when !list.isEmpty() && list.getFirst() instanceof Map<?, ?> -> {
                for (Object one : list) {
                    if (one instanceof Map<?, ?> file && file.get("split") != null) {
                        splits.computeIfAbsent(file.get("split").toString(), split -> new ArrayList<>())
                                .addAll(paths(file.get("path"), source));
                    }
                }
            }
            case Object paths -> splits.put("train", paths(paths, source));
        }
        Object folder = config.get("data_dir");
        return new Config(Boolean.TRUE.equals(config.get("default")),
                Optional.ofNullable(folder).map(Object::toString), splits);
    }

    private static List<String> paths(@Nullable Object paths, String source) {
        return switch (paths) {
            case String path -> List.of(path);
            case List<?> list -> list.stream().map(Object::toString).toList();
            case null, default -> throw new InputException(
                    source + ": data_files must name paths of files; found " + paths);
        };
    }
}
