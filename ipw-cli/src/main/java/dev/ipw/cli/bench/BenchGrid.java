package dev.ipw.cli.bench;

import dev.ipw.error.ConfigurationException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The product of agents, models and datasets.
 *
 * @param agents   the agents
 * @param models   the models
 * @param datasets the datasets
 * @param common   options of all cells, which those of the entries override
 * @param typed    options of all cells, which override those of the entries
 */
record BenchGrid(List<GridEntry> agents, List<GridEntry> models, List<GridEntry> datasets, List<String> common,
        List<String> typed) {
    private static final int MAX_CELLS = 1000;
    private static final int MAX_SLUG = 48;

    /** Checks the entries and copies the lists. */
    BenchGrid {
        agents = distinct(GridAxis.AGENTS, agents);
        models = distinct(GridAxis.MODELS, models);
        datasets = distinct(GridAxis.DATASETS, datasets);
        common = List.copyOf(common);
        typed = List.copyOf(typed);
        if ((long) agents.size() * models.size() * datasets.size() > MAX_CELLS) {
            throw new ConfigurationException("A grid has at most " + MAX_CELLS + " cells, not "
                    + (long) agents.size() * models.size() * datasets.size() + ". Make several of it");
        }
    }

    private static List<GridEntry> distinct(GridAxis axis, List<GridEntry> entries) {
        Set<String> names = new HashSet<>();
        for (GridEntry entry : entries) {
            if (!names.add(entry.name())) {
                throw new ConfigurationException("Two " + axis.label() + " of the grid are called '" + entry.name()
                        + "'. Leave one out, or give each a 'name' in a file for --grid");
            }
        }
        return List.copyOf(entries);
    }

    /** Returns the cells; those of a dataset are consecutive. */
    List<BenchCell> cells() {
        List<BenchCell> cells = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (GridEntry dataset : datasets) {
            for (GridEntry model : models) {
                for (GridEntry agent : agents) {
                    String name = free(slug(agent) + "_" + slug(model) + "_" + slug(dataset), names);
                    List<String> arguments = Stream
                            .of(common, agent.arguments(), model.arguments(), dataset.arguments(), typed)
                            .flatMap(List::stream).toList();
                    cells.add(new BenchCell(name, agent.name(), model.name(), dataset.name(), arguments));
                }
            }
        }
        return cells;
    }

    /** Returns the grid's name for use in a folder's name. */
    String name() {
        return named(agents, "agents") + "_" + named(models, "models") + "_" + named(datasets, "datasets");
    }

    private static String named(List<GridEntry> entries, String several) {
        return entries.size() == 1 ? slug(entries.getFirst()) : entries.size() + "-" + several;
    }

    private static String free(String name, Set<String> taken) {
        String free = name;
        for (int suffix = 2; !taken.add(free); suffix++) {
            free = name + "-" + suffix;
        }
        return free;
    }

    private static String slug(GridEntry entry) {
        String slug = entry.name().replaceAll("[^A-Za-z0-9._-]+", "-");
        return slug.substring(0, Math.min(slug.length(), MAX_SLUG));
    }
}
