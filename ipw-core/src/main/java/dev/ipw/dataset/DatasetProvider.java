package dev.ipw.dataset;

import dev.ipw.error.Setting;
import dev.ipw.plugin.Parameters;
import dev.ipw.plugin.PluginProvider;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apiguardian.api.API;

/** A provider of a dataset under an id. */
@API(status = API.Status.STABLE)
public interface DatasetProvider extends PluginProvider {
    /**
     * Returns the requirements of the dataset. They are checked before {@link #open} is called; if some are missing,
     * all of them are reported at once and nothing is opened.
     *
     * @param context    the context; a dataset in its cache needs no network
     * @param parameters the dataset's parameters
     * @return the requirements; none by default
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     */
    default List<Requirement> requirements(DatasetContext context, Parameters parameters) {
        return List.of();
    }

    /**
     * Opens the dataset, and downloads the parts that are not in the cache.
     *
     * @param context    the folder for downloaded files, tokens, and whether the network may be used
     * @param parameters the dataset's parameters
     * @return the dataset
     * @throws dev.ipw.error.ConfigurationException if a parameter is wrong
     * @throws dev.ipw.error.InputException         if it cannot be fetched or read
     */
    Dataset open(DatasetContext context, Parameters parameters);

    /** A requirement of a dataset beside its parameters, checked before any download. */
    @FunctionalInterface
    interface Requirement {
        /**
         * Checks the requirement.
         *
         * @param context where to look
         * @return the missing item and advice, a sentence without a full stop; empty if nothing is missing
         */
        Optional<String> missing(DatasetContext context);

        /**
         * Requires an environment variable.
         *
         * @param name  its name
         * @param toGet its value or the source of it, such as {@code "set it to the folder with the questions"}
         * @return the requirement
         */
        static Requirement variable(String name, String toGet) {
            return context -> context.variable(name).isPresent()
                    ? Optional.empty()
                    : Optional.of("the environment variable " + name + " is not set: " + toGet);
        }

        /**
         * Requires the token of a service.
         *
         * @param service for example {@code huggingface}
         * @param toGet   its source, such as {@code "accept the terms at https://huggingface.co/datasets/a/b and create
         *                one"}
         * @return the requirement
         */
        static Requirement token(String service, String toGet) {
            return variable(DatasetContext.tokenVariable(service), "it holds the token of " + service + "; " + toGet);
        }

        /**
         * Requires the network. A dataset that is in the cache already must not name it.
         *
         * @param forWhat the download, such as {@code "to download 24 MB from huggingface.co"}
         * @return the requirement
         */
        static Requirement network(String forWhat) {
            return context -> context.isOffline()
                    ? Optional.of(
                            "the network is needed " + forWhat + ", and this run is offline: leave " + Setting.OFFLINE
                                    + " out once, so that it lies in "
                                    + context.cachePath().toAbsolutePath())
                    : Optional.empty();
        }

        /**
         * Requires free space in the cache folder.
         *
         * @param bytes the required space
         * @return the requirement
         */
        static Requirement freeSpace(long bytes) {
            return context -> {
                Path folder = context.cachePath().toAbsolutePath();
                return usableBytes(folder).filter(free -> free < bytes)
                        .map(free -> megabytes(bytes) + " MB are needed in " + folder + ", and " + megabytes(free)
                                + " MB are free: make room, or name another folder in the environment variable"
                                + " IPW_CACHE_DIR");
            };
        }

        /**
         * Requires a program.
         *
         * @param name  the command that starts it
         * @param toGet its purpose or its source
         * @return the requirement
         */
        static Requirement program(String name, String toGet) {
            return context -> context.programFolders().anyMatch(folder -> holds(folder, name))
                    ? Optional.empty()
                    : Optional.of("the program " + name + " is in no folder of PATH: " + toGet);
        }

        private static boolean holds(Path folder, String program) {
            try {
                return Stream.of(program, program + ".exe", program + ".cmd").map(folder::resolve)
                        .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
            } catch (InvalidPathException noFileName) {
                return false;
            }
        }

        /**
         * Checks the free space of the folder's disk, or of the nearest folder above it; a disk that does not report it
         * passes.
         */
        private static Optional<Long> usableBytes(Path folder) {
            Path there = folder;
            while (there != null && !Files.exists(there)) {
                there = there.getParent();
            }
            try {
                FileStore disk = Files.getFileStore(there == null ? folder : there);
                return Optional.of(disk.getUsableSpace());
            } catch (IOException unreadable) {
                return Optional.empty();
            }
        }

        private static long megabytes(long bytes) {
            return (bytes + 999_999) / 1_000_000;
        }
    }
}
