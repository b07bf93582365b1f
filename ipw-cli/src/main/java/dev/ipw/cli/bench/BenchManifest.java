package dev.ipw.cli.bench;

import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.secret.Redaction;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The cells of a bench and their states, as stored in {@code bench.json}.
 *
 * @param command the first command as typed, without secrets
 * @param order   the order in which cells are measured
 * @param seed    the seed of a random order
 * @param entries the cells; those of a dataset are consecutive
 */
record BenchManifest(String command, Order order, long seed, List<Entry> entries) {
    private static final String KIND = "bench";

    /** Copies the list. */
    BenchManifest {
        entries = List.copyOf(entries);
    }

    /** The order in which cells are measured. */
    enum Order {
        /** Random order, so that drifts over time favour no cell. */
        RANDOM,
        /** The order of the grid. */
        GIVEN;

        static Order of(String typed) {
            return switch (typed) {
                case "random" -> RANDOM;
                case "given" -> GIVEN;
                default -> throw new ConfigurationException("--order must be random or given, not '" + typed + "'");
            };
        }

        String label() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * One cell and its state.
     *
     * @param cell    the cell
     * @param queries the number of its queries; empty if unknown
     * @param state   its progress
     * @param reason  why it failed or ended early
     */
    record Entry(BenchCell cell, OptionalLong queries, CellState state, Optional<String> reason) {
        Entry in(CellState other, Optional<String> why) {
            return new Entry(cell, queries, other, why);
        }

        Entry of(OptionalLong count) {
            return new Entry(cell, count, state, reason);
        }
    }

    /** Creates a manifest of cells that have not been measured. */
    static BenchManifest of(String command, Order order, long seed, List<BenchCell> cells) {
        return new BenchManifest(command, order, seed, cells.stream()
                .map(cell -> new Entry(cell, OptionalLong.empty(), CellState.PENDING, Optional.empty())).toList());
    }

    /** Returns a manifest in which an entry replaces the one of the same cell. */
    BenchManifest with(Entry changed) {
        return new BenchManifest(command, order, seed, entries.stream()
                .map(entry -> entry.cell().name().equals(changed.cell().name()) ? changed : entry).toList());
    }

    /** Returns the entries in the order in which they are measured. */
    List<Entry> inOrder() {
        List<Entry> ordered = new ArrayList<>(entries);
        if (order == Order.RANDOM) {
            Collections.shuffle(ordered, new Random(seed));
        }
        return ordered;
    }

    /** Returns the names of the datasets. */
    List<String> datasets() {
        return entries.stream().map(entry -> entry.cell().dataset()).distinct().toList();
    }

    /** Returns a manifest with the stored states of the cells; the stored options may lack secrets. */
    BenchManifest resuming(BenchManifest stored) {
        Map<String, Entry> before = stored.byName();
        return new BenchManifest(stored.command, order, seed, entries.stream().map(entry -> {
            Entry known = before.getOrDefault(entry.cell().name(), entry);
            return new Entry(entry.cell(), known.queries(), known.state(), known.reason());
        }).toList());
    }

    private Map<String, Entry> byName() {
        return entries.stream().collect(Collectors.toMap(entry -> entry.cell().name(), entry -> entry));
    }

    /**
     * Describes the differences between this request and the stored one.
     *
     * @param stored the earlier request
     * @return sentences without a full stop; empty if nothing differs
     */
    List<String> differences(BenchManifest stored) {
        Map<String, Entry> before = stored.byName();
        Map<String, List<String>> cellsByDifference = new LinkedHashMap<>();
        entries.stream().map(Entry::cell).forEach(cell -> {
            Entry known = before.remove(cell.name());
            List<String> differences = known == null
                    ? List.of("the cell is new")
                    : differences(known.cell().shownOptions(), cell.shownOptions());
            differences.forEach(
                    one -> cellsByDifference.computeIfAbsent(one, any -> new ArrayList<>()).add(cell.text()));
        });
        before.values().forEach(gone -> cellsByDifference
                .computeIfAbsent("the cell is missing", any -> new ArrayList<>()).add(gone.cell().text()));
        List<String> lines = new ArrayList<>();
        if (order != stored.order) {
            lines.add("--order was " + stored.order.label() + ", now " + order.label());
        }
        cellsByDifference.forEach((difference, cells) -> lines
                .add(cells.size() == entries.size() ? difference : String.join("; ", cells) + ": " + difference));
        return lines;
    }

    private static List<String> differences(Map<String, String> before, Map<String, String> now) {
        Set<String> options = new LinkedHashSet<>(before.keySet());
        options.addAll(now.keySet());
        return options.stream()
                .filter(option -> !before.getOrDefault(option, "").equals(now.getOrDefault(option, "")))
                .map(option -> option + " was " + before.getOrDefault(option, "not given") + ", now "
                        + now.getOrDefault(option, "not given"))
                .toList();
    }

    /** Returns whether secrets were removed, so that cells cannot be measured from the stored options. */
    boolean lacksSecrets() {
        return entries.stream().flatMap(entry -> entry.cell().arguments().stream())
                .anyMatch(argument -> argument.contains(Redaction.MARK));
    }

    /** Returns the manifest as a tree, for a file or a program. */
    TreeBuilder tree() {
        List<String> order = inOrder().stream().map(entry -> entry.cell().name()).toList();
        return TreeBuilder.object().put("kind", KIND).put("command", command).put("order", this.order.label())
                .put("seed", seed).put("cells", entries.stream().map(entry -> TreeBuilder.object()
                        .put("name", entry.cell().name()).put("position", (long) order.indexOf(entry.cell().name()) + 1)
                        .put("agent", entry.cell().agent()).put("model", entry.cell().model())
                        .put("dataset", entry.cell().dataset()).put("queries", entry.queries())
                        .put("state", entry.state().label()).put("reason", entry.reason())
                        .put("options", entry.cell().shownArguments()).build()).toList());
    }

    /** Reads the output of {@link #tree()}. */
    static BenchManifest read(TreeReader tree) {
        return new BenchManifest(tree.text("command"), tree.text("order", Order::of), tree.whole("seed"),
                tree.children("cells", cell -> new Entry(new BenchCell(cell.text("name"), cell.text("agent"),
                        cell.text("model"), cell.text("dataset"), cell.texts("options")),
                        cell.optionalWhole("queries"), cell.text("state", CellState::of),
                        cell.optionalText("reason"))));
    }
}
