package dev.ipw.telemetry.hardware.amd;

import dev.ipw.telemetry.TelemetryProvider;
import dev.ipw.telemetry.hardware.foreign.NativeLibrary;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Check the real librocm_smi64 over a fabricated device tree, in a mount namespace and a JVM of its own: three of its
 * getters end the process where it knows no device.
 */
@Tag("process")
@Tag("real-time")
class RealRocmSmiTests {
    private static final Path SCRIPT = Path.of("../../scripts/fabricated-amd.sh").toAbsolutePath().normalize();
    private static final String CARD = "/sys/bus/pci/devices/0000:83:00.0";
    private static final String LIBRARY = "librocm_smi64.so.1";

    @TempDir
    private Path directory;

    @BeforeEach
    void needsRootAndTheLibrary() throws IOException, InterruptedException {
        assumeThat(Files.isRegularFile(SCRIPT)).as("the tests run beside " + SCRIPT).isTrue();
        assumeThat(NativeLibrary.load(List.of(LIBRARY)).library())
                .as("there is no " + LIBRARY + "; it is in Debian's package librocm-smi64-1").isPresent();
        assumeThat(mayMount()).as("making a mount namespace needs root and unshare").isTrue();
    }

    private static boolean mayMount() throws InterruptedException {
        try {
            Process unshare = new ProcessBuilder("unshare", "-m", "true").inheritIO().start();
            return unshare.waitFor() == 0;
        } catch (IOException missing) {
            return false;
        }
    }

    /** Run the trial below a fabricated /sys, which commands may change first, and give what it prints. */
    private String trial(String changes, Map<String, String> variables) throws Exception {
        Path output = directory.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(SCRIPT.toString(), "mounted", "sh", "-c",
                changes + "exec \"$@\"", "trial", Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:-UseContainerSupport", "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve("crash.txt"), "--enable-native-access=ALL-UNNAMED", "-cp",
                classPath(), RocmSmiTrial.class.getName(), CARD));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("IPW_"));
        builder.environment().put("IPW_ROCM_SMI_LIBRARY", LIBRARY);
        builder.environment().putAll(variables);
        Process trial = builder.start();
        try {
            trial.waitFor();
        } finally {
            trial.destroyForcibly();
        }
        String printed = Files.readString(output);
        assertThat(trial.exitValue()).as(printed).isZero();
        assertThat(printed).endsWith("end\n");
        return printed;
    }

    private static String classPath() throws URISyntaxException {
        List<String> places = new ArrayList<>();
        for (Class<?> one : List.of(TelemetryProvider.class, AmdProvider.class, RocmSmiTrial.class)) {
            places.add(Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        }
        // Tests that are patched into the module are said to lie where the module does.
        String all = System.getProperty("java.class.path") + File.pathSeparator
                + System.getProperty("jdk.module.path", "");
        Stream<String> folders = Stream.concat(places.stream(),
                Stream.concat(Stream.of(Path.of("target/test-classes").toAbsolutePath().toString()),
                        Stream.of(all.split(File.pathSeparator))));
        return folders.filter(place -> !place.isEmpty()).distinct().collect(Collectors.joining(File.pathSeparator));
    }

    private Map<String, String> otherTree() throws IOException {
        FabricatedAmd other = new FabricatedAmd(directory.resolve("other"));
        other.card("0000:84:00.0");
        return Map.of("IPW_SYSFS_ROOT", directory.resolve("other").toString());
    }

    @Test
    void readsTheFabricatedCard() throws Exception {
        String printed = trial("", Map.of());

        assertThat(printed).contains("status true ROCm SMI GPU-7b2c4d6e8f901234 (AMD Instinct MI210 (fabricated))",
                "value energy counter = 70000000000\n", "value average power = 287.0\n",
                "value edge temperature = 45.0\n", "value junction temperature = 61.0\n",
                "value memory temperature = 70.0\n", "value busy share = 97.0\n", "value memory busy share = 42.0\n",
                "value memory in use = 3.435134976E10\n", "value memory = 6.870269952E10\n", "joules 15.300000000\n",
                "bytes per tick 0\n", "closed {}\n");
        // The first memory stack answers with success and 0.
        assertThat(printed).doesNotContain("memory stack");
    }

    @Test
    void namesTheLibraryWhereItFindsNoCards() throws Exception {
        String printed = trial("rm -r /sys/class/drm; ", otherTree());

        assertThat(printed).contains("status false ROCm SMI: " + LIBRARY + " cannot be initialised: code 8");
    }

    @Test
    void callsNoGetterWhereTheLibraryStartsWithoutADevice() throws Exception {
        String printed = trial("rm " + CARD + "/vbios_version; ", otherTree());

        assertThat(printed).contains("status false ROCm SMI: " + LIBRARY + " knows no device that amdgpu shows");
    }

    @Test
    void callsNoGetterForACardThatTheDriverDoesNotShow() throws Exception {
        String printed = trial("", otherTree());

        assertThat(printed).contains("status false ROCm SMI: " + LIBRARY + " knows no device that amdgpu shows");
    }
}
