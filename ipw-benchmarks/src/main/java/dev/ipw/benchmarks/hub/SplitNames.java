package dev.ipw.benchmarks.hub;

import dev.ipw.benchmarks.rows.DataFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The splits of data files by the names of the files, where no card names them: the rules of HuggingFace's datasets.
 */
final class SplitNames {
    private static final Pattern SHARDED = Pattern
            .compile("(?:.*/)?data/([\\w-]+?)-\\d{5}-of-\\d{5}(?:-[0-9a-f]+)?\\..*|"
                    + "(?:.*/)?([\\w-]+?)-\\d{5}-of-\\d{5}(?:-[0-9a-f]+)?\\..*");
    private static final Map<String, List<String>> KEYWORDS = keywords();

    private SplitNames() {}

    private static Map<String, List<String>> keywords() {
        Map<String, List<String>> keywords = new LinkedHashMap<>();
        keywords.put("train", List.of("train", "training"));
        keywords.put("validation", List.of("validation", "valid", "dev", "val"));
        keywords.put("test", List.of("test", "testing", "eval", "evaluation"));
        return keywords;
    }

    /** Sorts the data files below a folder into splits. */
    static Map<String, List<String>> splits(HubSnapshot snapshot, String folder) {
        List<String> files = ofOneKind(snapshot, folder);
        Map<String, List<String>> splits = new LinkedHashMap<>();
        for (String file : files) {
            sharded(file).or(() -> named(file.substring(folder.isEmpty() ? 0 : folder.length() + 1)))
                    .ifPresent(split -> splits.computeIfAbsent(split, name -> new ArrayList<>()).add(file));
        }
        return splits.isEmpty() && !files.isEmpty() ? Map.of("train", files) : splits;
    }

    /** Returns the data files of the most frequent format. */
    private static List<String> ofOneKind(HubSnapshot snapshot, String folder) {
        List<String> files = snapshot.files().stream().map(HubFile::path)
                .filter(path -> folder.isEmpty() || path.startsWith(folder + "/"))
                .filter(path -> DataFile.isData(path) && !path.matches("(.*/)?[._].*")).toList();
        Map<String, Integer> counts = new HashMap<>();
        files.forEach(file -> counts.merge(suffix(file), 1, Integer::sum));
        Optional<String> most = counts.entrySet().stream().max(Map.Entry.<String, Integer>comparingByValue()
                .thenComparing(Map.Entry.comparingByKey(Comparator.reverseOrder()))).map(Map.Entry::getKey);
        return files.stream().filter(file -> Optional.of(suffix(file)).equals(most)).toList();
    }

    private static String suffix(String path) {
        String bare = path.toLowerCase(Locale.ROOT).replaceAll("\\.(gz|zst)$", "");
        return bare.substring(bare.lastIndexOf('.') + 1);
    }

    private static Optional<String> sharded(String path) {
        Matcher matcher = SHARDED.matcher(path);
        return matcher.matches()
                ? Optional.of(matcher.group(1) == null ? matcher.group(2) : matcher.group(1))
                : Optional.empty();
    }

    /** Looks for a split's word in the file's name first, then in those of its folders. */
    private static Optional<String> named(String path) {
        String[] parts = path.toLowerCase(Locale.ROOT).split("/");
        for (int i = parts.length - 1; i >= 0; i--) {
            for (Map.Entry<String, List<String>> split : KEYWORDS.entrySet()) {
                for (String keyword : split.getValue()) {
                    if (parts[i].matches("(.*[ ._0-9-])?" + keyword + "([ ._0-9-].*)?")) {
                        return Optional.of(split.getKey());
                    }
                }
            }
        }
        return Optional.empty();
    }
}
