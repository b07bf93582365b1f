package dev.ipw.benchmarks.dataset;

import dev.ipw.benchmarks.hub.WebFile;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.file.Sha256;
import dev.ipw.internal.table.HuggingFaceFolder;
import dev.ipw.plugin.Parameters;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The data files of a folder that {@code save_to_disk} of HuggingFace datasets wrote, with the beginning of their hash
 * as the revision.
 *
 * @param files    the data files, in order
 * @param revision 12 digits of the SHA-256 of the files, or of their hashes if there are several
 */
record SavedFolder(List<Path> files, String revision) {
    private static final String WHERE_FROM = "It is the folder"
            + " intelligence-per-watt/src/ipw/datasets/ipw/data/mixed_1k_seed1_base of the repository"
            + " https://github.com/HazyResearch/intelligence-per-watt (git clone it, with git-lfs), or"
            + " ipw/datasets/ipw/data/mixed_1k_seed1_base where that Python package is installed";
    private static final Pattern REVISION = Pattern.compile("[0-9a-f]{12}");
    private static final String POINTER = "version https://git-lfs";
    private static final int MAX_POINTER_BYTES = 1024;
    private static final int REVISION_DIGITS = 12;

    /** Opens the folder of the parameter {@code address}; {@code revision}, if given, must match its content. */
    static SavedFolder of(Parameters parameters) {
        String address = parameters.text("address").orElseThrow(() -> new ConfigurationException(
                "The questions of the dataset ipw do not come with this program: name their folder as in "
                        + Setting.SAVED_QUESTIONS + ". " + WHERE_FROM));
        Optional<String> wanted = parameters.text("revision");
        if (wanted.isPresent() && !REVISION.matcher(wanted.get()).matches()) {
            // An at sign in a folder's name does not mark a revision.
            return opened(address + "@" + wanted.get(), Optional.empty(), parameters.text("split"));
        }
        return opened(address, wanted, parameters.text("split"));
    }

    private static SavedFolder opened(String address, Optional<String> wanted, Optional<String> split) {
        Path folder = path(address);
        if (!Files.isDirectory(folder)) {
            throw new InputException("There is no folder " + folder.toAbsolutePath().normalize()
                    + " with the questions of the dataset ipw. " + WHERE_FROM);
        }
        List<Path> files = HuggingFaceFolder.open(folder, split).dataFiles();
        files.forEach(SavedFolder::requireData);
        String revision = revision(files);
        if (wanted.isPresent() && !wanted.get().equals(revision)) {
            throw new InputException("The questions in " + folder + " are others: their hash begins with " + revision
                    + ", not with " + wanted.get() + ". Leave @" + wanted.get() + " out to take them as they are");
        }
        return new SavedFolder(files, revision);
    }

    private static Path path(String address) {
        try {
            return Path.of(address);
        } catch (InvalidPathException noPath) {
            throw new InputException("'" + address + "' is no path on this system. Name a folder as in ipw:FOLDER",
                    noPath);
        }
    }

    private static void requireData(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new InputException(file + " is missing, though the folder names it. Copy the folder again, whole");
        }
        if (size(file) <= MAX_POINTER_BYTES && new String(BoundedFile.read(file, MAX_POINTER_BYTES),
                StandardCharsets.UTF_8).startsWith(POINTER)) {
            throw new InputException(file + " is a pointer of git-lfs in place of the data. Run 'git lfs pull' in the"
                    + " repository and try again");
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException failed) {
            throw new InputException(file + " cannot be read: " + AtomicFile.reasonOf(failed), failed);
        }
    }

    private static String revision(List<Path> files) {
        String hashes = files.stream().map(WebFile::sha256).collect(Collectors.joining());
        return (files.size() == 1 ? hashes : Sha256.of(hashes.getBytes(StandardCharsets.UTF_8))).substring(0,
                REVISION_DIGITS);
    }
}
