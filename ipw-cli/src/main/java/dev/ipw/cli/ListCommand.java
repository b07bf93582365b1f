package dev.ipw.cli;

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

/** List the plugins that are there. */
@Command(name = "list", description = "List the plugins that can be named in options.")
final class ListCommand implements Runnable {
    private static final String ALL = "all";

    private final IpwCommand ipw;

    @Parameters(index = "0", paramLabel = "KIND", arity = "0..1", defaultValue = ALL,
            description = "clients, datasets, evaluators, analyses, visualizations, collectors, importers or all."
                    + " Default: ${DEFAULT-VALUE}.")
    private String kind = ALL;

    ListCommand(IpwCommand ipw) {
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
                        + NearestNames.question(kind, Stream.concat(Stream.of(ALL), Arrays.stream(PluginKind.values())
                                .map(PluginKind::label)).toList())
                        + " There are "
                        + Arrays.stream(PluginKind.values()).map(PluginKind::label).collect(Collectors.joining(", "))
                        + " and all")));
    }

    private String text(Map<PluginKind, List<? extends PluginProvider>> found) {
        StringBuilder text = new StringBuilder();
        found.forEach((listed, providers) -> {
            TextTable table = new TextTable();
            providers.forEach(provider -> table.row(provider.id(), String.join(", ", provider.aliases()),
                    provider.description()));
            text.append(text.isEmpty() ? "" : "\n").append(listed.label()).append('\n');
            text.append(providers.isEmpty() ? "  none\n" : table.format("  ", ipw.terminal().columns()));
        });
        return text.toString();
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
