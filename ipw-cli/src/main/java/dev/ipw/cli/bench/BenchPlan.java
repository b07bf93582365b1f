package dev.ipw.cli.bench;

import dev.ipw.cli.text.TextTable;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.List;
import java.util.OptionalLong;

/**
 * The cells of a bench in their order, each with the number of its queries.
 *
 * @param folder   the folder of the bench
 * @param manifest the cells, whose queries are counted
 */
record BenchPlan(BenchFolder folder, BenchManifest manifest) {
    /** Formats the plan for a person. */
    String text(int columns) {
        TextTable table = new TextTable(0, 4).headed().row("", "agent", "model", "dataset", "queries", "");
        List<BenchManifest.Entry> ordered = manifest.inOrder();
        for (int at = 0; at < ordered.size(); at++) {
            BenchManifest.Entry entry = ordered.get(at);
            table.row(Integer.toString(at + 1), entry.cell().agent(), entry.cell().model(), entry.cell().dataset(),
                    entry.queries().isPresent() ? Long.toString(entry.queries().getAsLong()) : "-",
                    entry.state() == CellState.PENDING ? "" : entry.state().words());
        }
        return TextTable.paragraph(ordered.size() + " cells, " + total() + ", in "
                + (manifest.order() == BenchManifest.Order.RANDOM
                        ? "an order drawn by seed " + manifest.seed()
                        : "the order given")
                + ":", "", columns) + table.format("  ", columns) + "Bench: " + folder.path() + "\n";
    }

    private String total() {
        OptionalLong total = manifest.entries().stream().allMatch(entry -> entry.queries().isPresent())
                ? OptionalLong.of(manifest.entries().stream().mapToLong(entry -> entry.queries().getAsLong()).sum())
                : OptionalLong.empty();
        return total.isPresent() ? total.getAsLong() + " queries" : "queries not known beforehand";
    }

    /** Returns the plan as a tree. */
    TreeBuilder tree() {
        return manifest.tree().put("folder", folder.path().toString());
    }
}
