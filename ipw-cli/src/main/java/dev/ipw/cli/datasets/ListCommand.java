package dev.ipw.cli.datasets;

import dev.ipw.cli.command.CommandContext;
import dev.ipw.cli.command.CommandNames;
import dev.ipw.cli.command.PluginKind;
import dev.ipw.cli.text.TextTable;
import dev.ipw.error.ConfigurationException;
import dev.ipw.internal.names.NearestNames;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.PluginProvider;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command that lists the installed plugins. */
@Command(name = "list",
        description = "List the plugins that can be named in options: ids, and of one kind what each is.")
public final class ListCommand implements Runnable {
    private static final String ALL = "all";

    private final CommandContext ipw;

    @Parameters(index = "0", paramLabel = "KIND", arity = "0..1", defaultValue = ALL,
            completionCandidates = Kinds.class,
            description = "clients, datasets, evaluators, analyses, visualizations, collectors, agents, tools, "
                    + "importers or all."
                    + " Default: ${DEFAULT-VALUE}.")
    private String kind = ALL;

    public ListCommand(CommandContext ipw) {
        this.ipw = ipw;
    }

    @Override
    public void run() {
        Map<PluginKind, List<? extends PluginProvider>> found = new LinkedHashMap<>();
        for (PluginKind wanted : kinds()) {
            found.put(wanted, wanted.find(ipw.classLoader()));
        }
        ipw.answer(() -> text(found), () -> tree(found));
    }

    private List<PluginKind> kinds() {
        if (kind.equals(ALL)) {
            return List.of(PluginKind.values());
        }
        return List.of(Arrays.stream(PluginKind.values()).filter(known -> known.label().equals(kind)).findFirst()
                .orElseThrow(() -> new ConfigurationException("No kind of plugin is called '" + kind + "'."
                        + NearestNames.question(kind, new Kinds())
                        + " There are "
                        + Arrays.stream(PluginKind.values()).map(PluginKind::label).collect(Collectors.joining(", "))
                        + " and all")));
    }

    /** The kinds that can be listed, for shell completion and for corrections of typing errors. */
    private static final class Kinds extends CommandNames {
        Kinds() {
            super(Stream.concat(Stream.of(ALL), Arrays.stream(PluginKind.values()).map(PluginKind::label))
                    .toArray(String[]::new));
        }
    }

    private String text(Map<PluginKind, List<? extends PluginProvider>> found) {
        int columns = ipw.terminal().columns();
        if (kind.equals(ALL)) {
            TextTable ids = new TextTable();
            found.forEach((listed, providers) -> ids.row(listed.label(), providers.isEmpty()
                    ? "none"
                    : providers.stream().map(PluginProvider::id).collect(Collectors.joining(", "))));
            return ids.format("", columns)
                    + TextTable.paragraph("'ipw list KIND' says what each is, for example 'ipw list "
                            + PluginKind.values()[0].label() + "'.", "", columns);
        }
        TextTable table = new TextTable();
        found.values().stream().flatMap(List::stream).forEach(provider -> table.row(provider.id(),
                provider.description() + (provider.aliases().isEmpty()
                        ? ""
                        : " (also " + String.join(", ", provider.aliases()) + ")")));
        return found.values().stream().allMatch(List::isEmpty) ? "none\n" : table.format("", columns);
    }

    private static TreeBuilder tree(Map<PluginKind, List<? extends PluginProvider>> found) {
        TreeBuilder tree = TreeBuilder.object();
        found.forEach((listed, providers) -> tree.put(listed.label(),
                providers.stream().map(provider -> TreeBuilder.object().put("id", provider.id())
                        .put("aliases", provider.aliases()).put("description", provider.description()).build())
                        .toList()));
        return tree;
    }
}
