package dev.ipw.dataset;

import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.internal.rows.CsvRows;
import dev.ipw.internal.rows.JsonLinesRows;
import dev.ipw.internal.rows.RowFormat;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.Plugins;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * The datasets by id or path. An argument with a {@code /} or {@code \}, or one that ends in {@code .jsonl},
 * {@code .ndjson}, {@code .csv} or {@code .arrow}, is a path. Anything else is an id; if no provider has it and a
 * folder of that name exists, it is that folder. Two forms contain parameters: {@code id:address}, such as
 * {@code hf:owner/name}, and {@code id@revision}.
 *
 * <p>A path takes the parameter {@code evaluator}, the id for records that name none, and a folder {@code split}, the
 * one of its splits to read.
 */
@API(status = API.Status.EXPERIMENTAL)
public final class Datasets {
    private static final List<String> SUFFIXES = List.of(".jsonl", ".ndjson", ".csv", ".arrow");
    private static final String HOW_NAMED = "A dataset is named by its id, such as 'starter', or by the path of a .jsonl,"
            + " .ndjson or .csv file, of an .arrow stream, or of a folder that HuggingFace's save_to_disk wrote";

    private Datasets() {}

    /**
     * Opens a dataset by id or path.
     *
     * @param argument   the user's argument
     * @param parameters the dataset's parameters; every one must be understood
     * @param context    the context of a dataset; files at a path need none of it
     * @param providers  the datasets that have ids
     * @return the dataset
     * @throws InputException         if it is a path and there is no such file, or the file cannot be read
     * @throws ConfigurationException if no provider has the id, a parameter is wrong, or a requirement of the dataset
     *                                is missing
     */
    public static Dataset open(String argument, Parameters parameters, DatasetContext context,
            Plugins<DatasetProvider> providers) {
        Optional<DatasetName> name = DatasetName.of(argument, providers);
        if (name.isPresent()) {
            Parameters all = name.get().added(parameters);
            Dataset dataset = open(providers.require(name.get().id()), all, context);
            all.rejectUnknown();
            return dataset;
        }
        boolean folder = !looksLikePath(argument) && providers.find(argument).isEmpty() && isFolder(argument);
        Dataset dataset = looksLikePath(argument) || folder
                ? read(toPath(argument), parameters)
                : open(providers.require(argument), parameters, context);
        parameters.rejectUnknown();
        return dataset;
    }

    private static Dataset open(DatasetProvider provider, Parameters parameters, DatasetContext context) {
        List<String> missing = provider.requirements(context, parameters).stream()
                .map(requirement -> requirement.missing(context)).flatMap(Optional::stream).toList();
        if (!missing.isEmpty()) {
            throw new ConfigurationException("The dataset " + provider.id() + " cannot be opened here: "
                    + String.join("; ", missing) + ". Nothing was downloaded");
        }
        return provider.open(context, parameters);
    }

    /**
     * Opens the file or folder at a path.
     *
     * @param path       the path
     * @param parameters may contain {@code evaluator}, and {@code split} for a folder with several
     * @return the dataset; its id is the path as given
     * @throws InputException         if there is no such file, or it cannot be read
     * @throws ConfigurationException if a folder has several splits and none is named
     */
    public static Dataset read(Path path, Parameters parameters) {
        String name = path.getFileName() == null ? path.toString() : path.getFileName().toString();
        String suffix = suffix(name);
        if (!Files.exists(path)) {
            throw new InputException(
                    "There is no file or folder " + path.toAbsolutePath().normalize() + ". " + HOW_NAMED);
        }
        if (!Files.isReadable(path)) {
            throw new InputException(path.toAbsolutePath().normalize() + " may not be read; check its permissions");
        }
        if (Files.isDirectory(path)) {
            return ArrowDataset.ofFolder(path, name, parameters);
        }
        String shortName = name.substring(0, name.length() - suffix.length());
        return switch (suffix) {
            case ".jsonl", ".ndjson" -> rows(path, shortName, JsonLinesRows::new, parameters);
            case ".csv" -> rows(path, shortName, CsvRows::new, parameters);
            case ".arrow" -> ArrowDataset.ofFile(path, shortName, parameters);
            default -> throw new InputException(path.toAbsolutePath().normalize()
                    + " has no suffix that says what it holds. " + HOW_NAMED);
        };
    }

    /**
     * Chooses the template that writes a dataset's prompts.
     *
     * @param dataset the dataset
     * @param wanted  a template's id, or its name; empty for the dataset's first
     * @return the template
     * @throws ConfigurationException if the dataset has no such template
     */
    public static PromptTemplate promptTemplate(Dataset dataset, Optional<String> wanted) {
        List<PromptTemplate> templates = dataset.promptTemplates();
        return wanted.isEmpty()
                ? templates.getFirst()
                : templates.stream()
                        .filter(one -> one.id().equals(wanted.get()) || one.name().equals(wanted.get())).findFirst()
                        .orElseThrow(() -> new ConfigurationException("The dataset " + dataset.id()
                                + " has no prompt template '" + wanted.get() + "'; it has "
                                + String.join(", ", templates.stream().map(PromptTemplate::id).toList())));
    }

    private static Dataset rows(Path path, String shortName, RowFormat format, Parameters parameters) {
        return new RowsDataset(path.toString(), shortName, parameters.text("evaluator").orElse("exact"),
                () -> Files.newInputStream(path), format);
    }

    private static boolean looksLikePath(String argument) {
        return argument.contains("/") || argument.contains("\\") || !suffix(argument).isEmpty();
    }

    private static boolean isFolder(String argument) {
        try {
            return !argument.isBlank() && Files.isDirectory(Path.of(argument));
        } catch (InvalidPathException noPath) {
            return false;
        }
    }

    private static Path toPath(String argument) {
        try {
            return Path.of(argument);
        } catch (InvalidPathException noPath) {
            throw new InputException("'" + argument + "' is no path on this system. " + HOW_NAMED, noPath);
        }
    }

    private static String suffix(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return SUFFIXES.stream().filter(lower::endsWith).findFirst().orElse("");
    }
}
