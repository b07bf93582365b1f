package dev.ipw.cli;

import dev.ipw.cli.text.CommandWords;
import dev.ipw.error.Setting;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

import static org.assertj.core.api.Assertions.assertThat;

/** Libraries are parts of other programs, so they say nothing of this command line; {@link CommandWords} does. */
class LibraryMessagesTests {
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z][a-z0-9-]*|\\(--$");

    /** Files that name options of other programs, which they start, read or tell to start. */
    private static final Map<String, String> OTHER_PROGRAMS = Map.ofEntries(
            Map.entry("ContainerCommand", "docker, podman"), Map.entry("ContainerEngine", "docker, podman"),
            Map.entry("ContainerHost", "docker, podman"), Map.entry("ContainerImages", "docker, podman"),
            Map.entry("ServerContainer", "docker, podman"),
            Map.entry("NvmlOpening", "docker"), Map.entry("NvmlStatus", "docker, nvidia-smi"),
            Map.entry("Refusal", "docker"), Map.entry("KindCommand", "vllm, sglang, llama-server"),
            Map.entry("HttpFailures", "vllm, llama-server"), Map.entry("RunImporters", "vllm bench"),
            Map.entry("VllmRun", "vllm bench"), Map.entry("Terminal", "bash"),
            Map.entry("Bubblewrap", "bwrap, setpriv, prlimit"), Map.entry("LocalRepositories", "git"),
            Map.entry("SwebenchPatchEvaluator", "git"), Map.entry("SwefficiencyTests", "git"),
            Map.entry("Testbed", "git, patch"), Map.entry("PatchText", "git"), Map.entry("DjangoLog", "Django's tests"),
            Map.entry("NodeExporter", "node_exporter"), Map.entry("PowermetricsProvider", "powermetrics"),
            Map.entry("PowercapProvider", "udevadm"), Map.entry("NativeLibrary", "java"));

    private final LibrarySources libraries = new LibrarySources();
    private final CommandLine ipw = IpwCommand.line(new String[0], new CapturedTerminal().terminal(80));

    @Test
    void nameNoOption() {
        Map<String, Set<String>> named = libraries.texts().entrySet().stream()
                .collect(Collectors.toMap(entry -> name(entry.getKey()), entry -> options(entry.getValue()),
                        (left, right) -> {
                            left.addAll(right);
                            return left;
                        }));
        named.values().removeIf(Set::isEmpty);
        assertThat(named).containsOnlyKeys(OTHER_PROGRAMS.keySet());
    }

    private static Set<String> options(List<String> texts) {
        return texts.stream().flatMap(text -> OPTION.matcher(text).results()).map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String name(Path file) {
        return file.getFileName().toString().replace(".java", "");
    }

    @Test
    void nameNoCommand() {
        Pattern command = Pattern.compile("\\bipw (?:" + String.join("|", ipw.getSubcommands().keySet()) + ")\\b");
        // That one reads the command of another machine.
        assertThat(libraries.texts()).allSatisfy((file, texts) -> assertThat(texts).as(file.toString())
                .noneMatch(text -> command.matcher(text).find() && !name(file).equals("IpwExporter")));
    }

    @Test
    void nameSettingsByTheirConstants() {
        Set<String> words = Stream.of(Setting.values()).map(setting -> setting.toString().split("\\{}")[0])
                .collect(Collectors.toSet());
        assertThat(libraries.texts()).allSatisfy((file, texts) -> assertThat(texts).as(file.toString())
                .filteredOn(text -> !name(file).equals("Setting"))
                .noneMatch(text -> words.stream().anyMatch(text.replace("\\\"", "\"")::contains)));
    }

    @Test
    void nameEverySetting() {
        assertThat(libraries.found(Pattern.compile("(?<=\\bSetting\\.)[A-Z_]+\\b")))
                .containsAll(Stream.of(Setting.values()).map(Setting::name).toList());
    }
}
