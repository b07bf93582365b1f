package dev.ipw.cli.datasets;

import dev.ipw.benchmarks.Benchmark;
import dev.ipw.benchmarks.BenchmarkExample;
import dev.ipw.benchmarks.BenchmarkProvider;
import dev.ipw.cli.text.CommandWords;
import dev.ipw.cli.text.TextTable;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.dataset.PromptTemplate;
import dev.ipw.internal.tree.TreeBuilder;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The description of a dataset, as text and JSON.
 *
 * @param provider the dataset
 */
record DatasetText(DatasetProvider provider) {
    String text(int columns) {
        if (!(provider instanceof BenchmarkProvider benchmarkProvider)) {
            return TextTable.paragraph(provider.id() + ": " + provider.description(), "", columns);
        }
        Benchmark benchmark = benchmarkProvider.benchmark();
        TextTable table = new TextTable();
        table.row("source", benchmark.source());
        table.row("revision",
                "what is there now, unless named: --dataset " + benchmark.id() + "@REVISION; kept with the run");
        table.row("licence", benchmark.licence());
        table.row("access", benchmark.isGated() ? "gated: accept its terms on the hub, then set HF_TOKEN" : "open");
        table.row("questions", String.valueOf(benchmark.questions()));
        table.row("published", benchmark.published().orElse("not known"));
        table.row("evaluator", benchmark.evaluator());
        table.row("needs",
                benchmark.needs().isEmpty() ? "nothing else" : CommandWords.of(String.join("; ", benchmark.needs())));
        table.row("prompts", benchmarkProvider.promptTemplates().stream().map(PromptTemplate::id)
                .collect(Collectors.joining(", ")));
        benchmark.notes().forEach(note -> table.row("note", CommandWords.of(note)));
        BenchmarkExample example = benchmarkProvider.examples().getFirst();
        return TextTable.paragraph(benchmark.id() + ": " + benchmark.title(), "", columns) + table.format("  ", columns)
                + "\n" + TextTable.paragraph("A made-up question as it is asked ("
                        + benchmarkProvider.promptTemplates().getFirst().id() + "):", "", columns)
                + prompt(benchmarkProvider, example).lines()
                        .map(line -> TextTable.paragraph(line, "    ", columns)).collect(Collectors.joining());
    }

    private static String prompt(BenchmarkProvider provider, BenchmarkExample example) {
        return provider.promptTemplates().getFirst().opening(example.record()).stream()
                .map(message -> (message.role().label().equals("user") ? "" : message.role().label() + ": ")
                        + message.text())
                .collect(Collectors.joining("\n"));
    }

    static TreeBuilder tree(DatasetProvider provider) {
        TreeBuilder tree = TreeBuilder.object().put("id", provider.id()).put("description", provider.description());
        if (provider instanceof BenchmarkProvider benchmarkProvider) {
            Benchmark benchmark = benchmarkProvider.benchmark();
            tree.put("source", benchmark.source()).put("licence", benchmark.licence())
                    .put("gated", benchmark.isGated()).put("questions", benchmark.questions())
                    .put("published", benchmark.published())
                    .put("evaluator", benchmark.evaluator()).put("needs", benchmark.needs())
                    .put("notes", benchmark.notes()).put("prompt_templates", templates(benchmarkProvider));
        }
        return tree;
    }

    private static List<String> templates(BenchmarkProvider provider) {
        return provider.promptTemplates().stream().map(PromptTemplate::id).toList();
    }
}
