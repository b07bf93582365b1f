package dev.ipw.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** Reads what the sources of all libraries of this project say: the modules that are no command and no example. */
final class LibrarySources {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();
    private static final Path SOURCES = Path.of("src", "main", "java");
    private static final List<String> PROGRAMS = List.of("ipw-cli", "ipw-examples", "ipw-spark");
    /** A text block, a string, or what may hold quotes without being a string. */
    private static final Pattern TOKEN = Pattern
            .compile("\"\"\"(?<block>(?s:.*?))\"\"\"|\"(?<text>(?:[^\"\\\\\\n]++|\\\\.)*+)\""
                    + "|//[^\\n]*+|/\\*(?s:.*?)\\*/|'(?:[^'\\\\]|\\\\.[^']*+)'");
    private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");

    private final Map<Path, String> sources = new TreeMap<>();

    LibrarySources() {
        List<Path> modules = Stream.concat(folders(ROOT).stream(), folders(ROOT.resolve("ipw-bridges")).stream())
                .filter(module -> Files.isDirectory(module.resolve(SOURCES))
                        && !PROGRAMS.contains(module.getFileName().toString()))
                .toList();
        assertThat(modules).extracting(module -> module.getFileName().toString()).contains("ipw-core", "ipw-agents",
                "ipw-analysis",
                "ipw-benchmarks", "ipw-import", "ipw-junit", "ipw-parquet", "ipw-report", "ipw-telemetry-native",
                "langchain4j",
                "micrometer", "opentelemetry", "spring");
        modules.forEach(this::read);
    }

    private static List<Path> folders(Path parent) {
        try (Stream<Path> entries = Files.list(parent)) {
            return entries.filter(Files::isDirectory).sorted().toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void read(Path module) {
        try (Stream<Path> files = Files.walk(module.resolve(SOURCES))) {
            for (Path file : files.filter(one -> one.toString().endsWith(".java")).toList()) {
                sources.put(ROOT.relativize(file), Files.readString(file));
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Returns the texts of each file; a text in several parts is one. */
    Map<Path, List<String>> texts() {
        Map<Path, List<String>> texts = new TreeMap<>();
        sources.forEach((file, source) -> texts.put(file, texts(JOINED.matcher(source).replaceAll(""))));
        return texts;
    }

    /** Returns the code that matches a pattern. */
    Set<String> found(Pattern code) {
        return sources.values().stream().flatMap(source -> code.matcher(source).results()).map(MatchResult::group)
                .collect(Collectors.toSet());
    }

    private static List<String> texts(String source) {
        List<String> texts = new ArrayList<>();
        for (Matcher tokens = TOKEN.matcher(source); tokens.find();) {
            String block = tokens.group("block");
            String text = block == null ? tokens.group("text") : block;
            if (text != null) {
                texts.add(text);
            }
        }
        return texts;
    }
}
