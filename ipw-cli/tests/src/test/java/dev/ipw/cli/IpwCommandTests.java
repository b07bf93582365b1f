package dev.ipw.cli;

import dev.ipw.Profiler;
import dev.ipw.analysis.AnalysisProvider;
import dev.ipw.analysis.VisualizationProvider;
import dev.ipw.analysis.comparison.RunComparator;
import dev.ipw.cli.monitor.MonitorCommand;
import dev.ipw.cli.monitor.SensorStatuses;
import dev.ipw.cli.terminal.ExitCode;
import dev.ipw.cli.terminal.LogFile;
import dev.ipw.cli.terminal.Terminal;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.error.IpwException;
import dev.ipw.evaluation.EvaluatorProvider;
import dev.ipw.importing.RunImporterProvider;
import dev.ipw.inference.InferenceClientProvider;
import dev.ipw.plugin.PluginProvider;
import dev.ipw.plugin.Plugins;
import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.testing.PluginJar;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Tag("real-time")
class IpwCommandTests {
    private static final Map<String, String> ARTIFACTS = Map.of("dev.ipw.telemetry.hardware", "ipw-telemetry-native",
            "dev.ipw.analysis", "ipw-analysis",
            "dev.ipw.examples.embedded", "ipw-embedded-model", "dev.ipw.benchmarks", "ipw-benchmarks",
            "dev.ipw.agents", "ipw-agents",
            "dev.ipw.importing", "ipw-import", "dev.ipw.report",
            "ipw-report");

    private final CapturedTerminal captured = new CapturedTerminal();
    private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

    @TempDir
    Path folder;

    @AfterEach
    void forgetPlugins() {
        Thread.currentThread().setContextClassLoader(classLoader);
    }

    @Test
    void asksForACommand() {
        assertThat(ipw()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("A command is missing");
        assertThat(captured.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--colour", "list --what", "list clients datasets", "list clinets", "doctor here",
            "analyze", "analyze nowhere", "analyze --analysis acuracy nowhere", "profile --concurrency 0",
            "serve --port 99999", "help nowhere",
            "serve --client openai --model m --client-base-url http://127.0.0.1:99999",
            "profile --client openai --model m --client-base-url http://127.0.0.1:99999/v1 --dataset knowledge",
            "profile --client ollama --model m --client-base-url http://127.0.0.1:65536 --dataset knowledge",
            "monitor --telemetry prometheus:http://127.0.0.1:99999/metrics", "serve --port 65536",
            "serve --port -1",
            "serve --client openai --model m --client-base-url :", "profile --overwrite", "profile --evaluator numerc",
            "profile --evaluator numeric --evaluator-param tolerances=1",
            "profile --client embeded",
            "profile --dataset nowhere.jsonl", "profile --model huge", "monitor --interval 0",
            "monitor --interval often",
            "monitor --duration -1", "monitor --duration", "monitor --serve 127.0.0.1",
            "monitor --serve 127.0.0.1:70000",
            "monitor --serve 9400 --interval 1", "monitor --telemetry none", "monitor --telemetry nvmll",
            "meter", "meter --upstream ftp://x", "meter --upstream http://127.0.0.1:1 --listen x",
            "meter --upstream http://127.0.0.1:1 --by name", "meter --upstream http://127.0.0.1:1 --by header:cookie",
            "meter --upstream http://127.0.0.1:1 --by user --pass health",
            "meter --upstream http://127.0.0.1:1 --by user --replica X=1",
            "meter --upstream http://127.0.0.1:1 --by user --upstream-key-env IPW_NO_SUCH_KEY",
            "meter --upstream http://127.0.0.1:1 --by user --drain-seconds -1",
            "meter --upstream http://127.0.0.1:1 --by user --telemetry nvmll",
            "meter --upstream http://198.51.100.7:1 --by user --telemetry estimate",
            "monitor --telemetry host:0", "monitor here", "attribute", "attribute here"})
    void answersWrongUseWithAMessageAndTheCode(String typed) {
        assertThat(ipw(typed.split(" "))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).isNotBlank();
        assertThat(captured.out()).isEmpty();
    }

    @Test
    void listsTheCommandsWhenAskedForHelp() {
        assertThat(ipw("help")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("Usage: ipw", "profile", "compare", "help");
        assertThat(captured.err()).isEmpty();
    }

    @Test
    void explainsACommandWhenAskedForHelp() {
        assertThat(ipw("help", "profile")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("Usage: ipw profile", "--dataset");
    }

    @Test
    void suggestsTheNearestCommand() {
        assertThat(ipw("docter")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("doctor");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--help", "profile --help-all", "analyze --help", "list --help", "doctor --help",
            "serve --help", "monitor --help", "attribute --help"})
    void documentsOptionsAndExitCodes(String typed) {
        assertThat(ipw(typed.split(" "))).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("--json", "--quiet", "--plugins", "Exit codes", "130", "interrupted");
        assertThat(captured.err()).isEmpty();
    }

    @Test
    void listsEveryKind() {
        assertThat(ipw("list")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("\nevaluators ", "\nanalyses ", "\nvisualizations ", "\ncollectors ")
                .containsPattern("(?m)^clients +anthropic, embedded, ").doesNotContain("in this process");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("process")
    void takesPluginsBeforeAndBehindTheCommand(boolean before) throws Exception {
        String jar = PluginJar.weather(folder).toString();
        int exitCode = before ? ipw("--plugins", jar, "list", "datasets") : ipw("list", "datasets", "--plugins", jar);
        assertThat(exitCode).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("weather +Questions about the weather \\(also meteo\\)");
    }

    @Test
    @Tag("process")
    void takesPluginsSeveralTimes() throws Exception {
        String jar = PluginJar.weather(folder).toString();
        Path other = Files.copy(Path.of(jar), folder.resolve("other.jar"));
        assertThat(ipw("--plugins", jar + "," + other, "list", "datasets", "--plugins", other.toString()))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsOnlyOnce("meteo");
    }

    /** Two jars were packed into one, and the file of providers of the second is missing. */
    @Test
    @Tag("process")
    void doctorNamesPluginsOfAJarThatNoFileNames() throws Exception {
        String source = """
                public class %s implements dev.ipw.dataset.DatasetProvider {
                    public String id() { return "%s"; }
                    public String description() { return "questions"; }
                    public dev.ipw.dataset.Dataset open(dev.ipw.dataset.DatasetContext context,
                            dev.ipw.plugin.Parameters parameters) { throw new IllegalStateException(); }
                }
                """;
        String jar = new PluginJar(folder).source("Kept", source.formatted("Kept", "kept"))
                .source("Lost", source.formatted("Lost", "lost")).services(DatasetProvider.class, "Kept").pack()
                .toString();

        assertThat(ipw("--plugins", jar, "doctor")).isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("Lost is a plugin that is not found").doesNotContain("Kept");
        assertThat(ipw("--plugins", jar, "list", "datasets")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("kept").doesNotContain("lost");
    }

    @Test
    void refusesAPluginJarThatIsNotThere() {
        assertThat(ipw("--plugins", "nowhere.jar", "list")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("nowhere.jar");
    }

    @Test
    void refusesAPluginJarThatIsNone() throws Exception {
        Path text = Files.writeString(folder.resolve("text.jar"), "not a jar");
        assertThat(ipw("--plugins", text.toString(), "list")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("text.jar");
    }

    @Test
    void saysWhichPluginJarHasNoProviders() throws Exception {
        Path empty = folder.resolve("empty.jar");
        try (JarOutputStream jar = new JarOutputStream(Files.newOutputStream(empty))) {
            jar.putNextEntry(new ZipEntry("readme.txt"));
        }
        assertThat(ipw("--plugins", empty.toString(), "list", "datasets")).isEqualTo(ExitCode.FINE);
        assertThat(captured.err()).contains("Warning: no providers in empty.jar");
    }

    @Test
    void knowsWhichOfOurArtifactsHasAPlugin() {
        assertArtifactsAreKnown("collector", TelemetryProvider.class);
        assertArtifactsAreKnown("client", InferenceClientProvider.class);
        assertArtifactsAreKnown("dataset", DatasetProvider.class);
        assertArtifactsAreKnown("evaluator", EvaluatorProvider.class);
        assertArtifactsAreKnown("analysis", AnalysisProvider.class);
        assertArtifactsAreKnown("comparison", RunComparator.class);
        assertArtifactsAreKnown("importer", RunImporterProvider.class);
        assertArtifactsAreKnown("visualization", VisualizationProvider.class);
    }

    private static <T extends PluginProvider> void assertArtifactsAreKnown(String kind, Class<T> type) {
        Plugins<T> none = Plugins.builder(kind, type).discovery(false).build();
        List<T> all = Plugins.builder(kind, type).classLoader(IpwCommand.class.getClassLoader()).build().all();
        assertThat(all).isNotEmpty();
        for (T provider : all) {
            if (!codeSource(provider.getClass()).equals(codeSource(Profiler.class))) {
                String artifact = ARTIFACTS.entrySet().stream()
                        .filter(known -> provider.getClass().getPackageName().startsWith(known.getKey()))
                        .map(Map.Entry::getValue).findFirst().orElse("an artifact for " + provider.getClass());
                assertThatThrownBy(() -> none.require(provider.id()))
                        .hasMessageContaining("Add the dependency dev.ipw:" + artifact);
            }
        }
    }

    private static Object codeSource(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Test
    void describesTheMachine() {
        assertThat(ipw("doctor")).isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("java", Runtime.version().toString(), "native access",
                "Is not on this machine");
    }

    @Test
    void refusesToServeOnAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ipw("serve", "--port", String.valueOf(taken.getLocalPort()))).isEqualTo(ExitCode.WRONG_USE);
        }
        assertThat(captured.err()).contains("--port");
    }

    @Test
    void refusesToServeSensorsOnAPortThatIsTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(ipw("monitor", "--serve", "127.0.0.1:" + taken.getLocalPort())).isEqualTo(ExitCode.WRONG_USE);
        }
        assertThat(captured.err()).contains("--serve");
        assertThat(captured.out()).isEmpty();
    }

    @Test
    void saysThatTheNetworkCanReadWhatIsServedToIt() {
        assertThat(ipw("monitor", "--telemetry", "host", "--serve", "0.0.0.0:0", "--duration", "0.1", "--quiet"))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).containsPattern("Serving the sensors at http://0\\.0\\.0\\.0:\\d+/metrics\n");
        assertThat(captured.err().lines()).singleElement().asString().contains("over the network");
    }

    @Test
    void servesThisMachineWithoutAWarning() {
        assertThat(ipw("monitor", "--telemetry", "host", "--serve", "0", "--duration", "0.1", "--quiet"))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out()).contains("http://127.0.0.1:");
        assertThat(captured.err()).isEmpty();
    }

    @Test
    void monitorsForAWhile() {
        assertThat(ipw("monitor", "--duration", "0.3", "--interval", "0.1")).isEqualTo(ExitCode.FINE);
        // A busy machine looks later.
        assertThat(captured.out()).containsPattern("\\d\\.\\d s  ").containsPattern("In \\d").contains("sampler")
                .doesNotContain("\u001b");
    }

    @Test
    void monitorsAsJsonLines() {
        assertThat(ipw("monitor", "--telemetry", "host", "--duration", "0.2", "--interval", "0.1", "--json", "--quiet"))
                .isEqualTo(ExitCode.FINE);
        assertThat(captured.out().lines()).isNotEmpty()
                .allSatisfy(line -> assertThat(line).startsWith("{\"t_ns\":").endsWith("}"));
        assertThat(captured.err()).isEmpty();
    }

    @Test
    void breaksSentencesOfAnErrorAtATerminalAndLeavesWhatIsLaidOut() {
        CapturedTerminal captured = new CapturedTerminal();
        Failures.report(new IpwException("No sensor can be read here, and more words than one line has room for:\n"
                + "  nvml\n    there is no library of that name on this machine, so look elsewhere"),
                captured.live(40));
        assertThat(captured.err()).startsWith("No sensor can be read here, and more\nwords than ")
                .endsWith("for:\n  nvml\n    there is no library of that name on this machine, so look elsewhere\n");
    }

    @Test
    void saysWhatCanBeDoneWhereThereIsNoSensor() {
        assertThat(MonitorCommand.noSensor(new SensorStatuses("", Map.of()), 80)).hasMessageContaining("No sensor")
                .hasMessageContaining("No collector is installed");
    }

    @Test
    @Tag("process")
    void reportsAnErrorOfAPluginOnOneLine() throws Exception {
        String jar = PluginJar.weather(folder).toString();
        assertThat(ipw("--plugins", jar, "profile", "--dataset", "weather")).isEqualTo(ExitCode.SOME_FAILED);
        assertThat(captured.err().lines()).hasSize(3)
                .first().isEqualTo("Warning: my plugin.jar: NotThere not found");
        assertThat(captured.err().lines().skip(1)).first().asString().contains("the class Barometer is missing");
        assertThat(captured.err()).contains(LogFile.path().toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"profile --max-queries many --client-param api_key=s3cret\"s3cret",
            "profile --client-parm api_key=s3cret\"s3cret", "profile --client-param s3cret",
            "profile --client-param =s3cret", "serve --client-param s3cret", "profile --dataset-param s3cret",
            "profile --client-param api_key=s3cret\"s3cret --client embeded"})
    void quotesNoSecret(String typed) {
        assertThat(ipw(typed.split(" "))).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).isNotBlank().doesNotContain("s3cret", "WARN");
    }

    @Test
    void asksForTheNameOfTheRunToOverwrite() {
        assertThat(ipw("profile", "--overwrite")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--run-name");
    }

    @Test
    void knowsTwoPlacesWhereAModelCanBeServed() {
        assertThat(ipw("profile", "--serving-host", "moon")).isEqualTo(ExitCode.WRONG_USE);
        assertThat(captured.err()).contains("--serving-host must be local or remote").contains("moon");
    }

    private int ipw(String... arguments) {
        return IpwCommand.run(arguments, captured.terminal(80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"list nope", "profile --concurrency 1,2,4", "profile --rate 5 --concurrency 3"})
    void breaksMessagesBetweenWordsOnATerminalOnly(String typed) {
        Terminal file = captured.terminal(40);
        IpwCommand.run(typed.split(" "), file);
        String whole = captured.err().lines().findFirst().orElseThrow();
        CapturedTerminal watched = new CapturedTerminal();
        Terminal plain = watched.terminal(40);
        IpwCommand.run(typed.split(" "), new Terminal(plain.out(), plain.err(), true, true, false, 40, 24));

        assertThat(whole).hasSizeGreaterThan(40);
        assertThat(watched.err().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(40));
        assertThat(watched.err().replace("\n", " ")).startsWith(whole);
    }
}
