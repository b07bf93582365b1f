package dev.ipw.benchmarks.hub;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.BoundedFile;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A finder of the data files of a config and a split of a dataset repository. */
public final class HubSplits {
    private static final String CARD = "README.md";
    private static final String DEFAULT = "default";
    private static final int MAX_CARD_BYTES = 4 << 20;
    private static final Pattern SHARD = Pattern.compile("(.*)-(\\d{5})-of-(\\d{5})([-.].*)");

    private HubSplits() {}

    /**
     * Lists the data files of a split.
     *
     * @param snapshot the repository
     * @param config   the config; empty text if there is one only, or a default one
     * @param split    the split; empty text if there is one only
     * @return the paths, in the order in which they are read
     * @throws ConfigurationException if the config or the split must be named, or none has the given name
     * @throws InputException         if the repository has no data files, or not all of them are in the cache of an
     *                                offline run
     */
    public static List<String> files(HubSnapshot snapshot, String config, String split) {
        Map<String, List<String>> splits = splits(snapshot, config);
        if (splits.isEmpty()) {
            throw new InputException(snapshot.repository() + " at " + snapshot.commit() + " has no data files"
                    + (config.isEmpty() ? "" : " of the config " + config)
                    + " that can be read (.parquet, .jsonl, .json, .csv, .tsv, .arrow)");
        }
        String chosen = chosen(splits.keySet(), split, DEFAULT, "split", snapshot.repository());
        List<String> files = splits.getOrDefault(chosen, List.of());
        checkShards(snapshot, files);
        return files;
    }

    private static Map<String, List<String>> splits(HubSnapshot snapshot, String config) {
        DatasetCard card = card(snapshot);
        if (card.configs().isEmpty()) {
            return SplitNames.splits(snapshot, config.equals(DEFAULT) ? "" : config);
        }
        String fallback = card.configs().entrySet().stream().filter(entry -> entry.getValue().isDefault())
                .map(Map.Entry::getKey).findFirst().orElse(DEFAULT);
        DatasetCard.Config chosen = card.configs()
                .get(chosen(card.configs().keySet(), config, fallback, "config", snapshot.repository()));
        if (chosen == null || chosen.splits().isEmpty()) {
            return SplitNames.splits(snapshot, chosen == null ? "" : chosen.folder().orElse(""));
        }
        Map<String, List<String>> splits = new LinkedHashMap<>();
        chosen.splits().forEach((split, patterns) -> splits.put(split, matching(snapshot, chosen.folder(), patterns)));
        return splits;
    }

    private static List<String> matching(HubSnapshot snapshot, Optional<String> folder, List<String> patterns) {
        Set<String> paths = new LinkedHashSet<>();
        for (String pattern : patterns) {
            String path = folder.map(parent -> parent + "/" + pattern).orElse(pattern);
            List<HubFile> found = snapshot.matching(path);
            if (found.isEmpty()) {
                throw new InputException(snapshot.repository() + " at " + snapshot.commit() + ": no file fits " + path
                        + ", which its card names" + (snapshot.isWhole()
                                ? ""
                                : ". This run is offline, and the cache lacks it; run once with the network"));
            }
            found.forEach(file -> paths.add(file.path()));
        }
        return List.copyOf(paths);
    }

    private static DatasetCard card(HubSnapshot snapshot) {
        return snapshot.find(CARD).isEmpty()
                ? new DatasetCard(Map.of())
                : DatasetCard.of(new String(BoundedFile.read(snapshot.fetch(CARD), MAX_CARD_BYTES),
                        StandardCharsets.UTF_8), snapshot.repository() + "/" + CARD);
    }

    private static String chosen(Set<String> names, String wanted, String fallback, String kind, String repository) {
        if (!wanted.isEmpty()) {
            if (!names.contains(wanted)) {
                throw new ConfigurationException(repository + " has no " + kind + " '" + wanted + "'; it has "
                        + String.join(", ", names));
            }
            return wanted;
        }
        if (names.size() == 1) {
            return names.iterator().next();
        }
        if (names.contains(fallback)) {
            return fallback;
        }
        throw new ConfigurationException(
                repository + " has several " + kind + "s; name one with " + Setting.DATASET_PARAM
                        + " " + kind + ": " + String.join(", ", names));
    }

    /** Rejects a split with a missing part, which would be a smaller benchmark that looks whole. */
    private static void checkShards(HubSnapshot snapshot, List<String> files) {
        Map<String, Set<String>> seen = new LinkedHashMap<>();
        for (String file : files) {
            Matcher shard = SHARD.matcher(file);
            if (shard.matches()) {
                Set<String> numbers = seen.computeIfAbsent(shard.group(1) + "-of-" + shard.group(3),
                        name -> new TreeSet<>());
                numbers.add(shard.group(2));
            }
        }
        seen.forEach((name, numbers) -> {
            int all = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
            if (numbers.size() < all) {
                throw new InputException(snapshot.repository() + " at " + snapshot.commit() + ": " + numbers.size()
                        + " of " + all + " files of " + name + " are there" + (snapshot.isWhole()
                                ? ""
                                : " in the cache, and this run is offline; run once with the network"));
            }
        });
    }
}
