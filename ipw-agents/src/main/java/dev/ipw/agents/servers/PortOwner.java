package dev.ipw.agents.servers;

import dev.ipw.agents.process.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The process that listens on a port, as Linux reports it: another program may have taken a port after it was found
 * free, and would answer in the server's place.
 */
final class PortOwner {
    private static final Path PROC = Path.of("/proc");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    private static final String LISTENS = "0A";
    private static final int ADDRESS_FIELD = 1;
    private static final int STATE_FIELD = 3;
    private static final int SOCKET_FIELD = 9;

    private PortOwner() {}

    /** Returns whether it is certainly none of these processes; false if unknown. */
    static boolean isAnother(int port, ProcessTree tree) {
        Set<String> sockets = new HashSet<>();
        for (String table : List.of("tcp", "tcp6")) {
            sockets.addAll(listening(PROC.resolve("self").resolve("net").resolve(table), port));
        }
        if (sockets.isEmpty()) {
            return false;
        }
        boolean isKnown = true;
        for (long pid : tree.pids()) {
            try (Stream<Path> files = Files.list(PROC.resolve(String.valueOf(pid)).resolve("fd"))) {
                if (files.anyMatch(file -> sockets.contains(target(file)))) {
                    return false;
                }
            } catch (IOException | UncheckedIOException hidden) {
                isKnown = false;
            }
        }
        return isKnown;
    }

    private static List<String> listening(Path table, int port) {
        String end = String.format(Locale.ROOT, ":%04X", port);
        try (Stream<String> lines = Files.lines(table)) {
            return lines.skip(1).map(line -> BLANKS.split(line.strip())).filter(fields -> fields.length > SOCKET_FIELD)
                    .filter(fields -> fields[ADDRESS_FIELD].endsWith(end) && fields[STATE_FIELD].equals(LISTENS))
                    .map(fields -> "socket:[" + fields[SOCKET_FIELD] + "]").toList();
        } catch (IOException | UncheckedIOException elsewhere) {
            return List.of();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
