package dev.ipw.benchmarks.hub;

import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class HubTests {
    private static final String NAME = "owner/name";
    private static final byte[] LARGE = random(3_000_000);

    private final HubServer server = HubServer.start();
    private final List<Long> waits = new CopyOnWriteArrayList<>();

    @TempDir
    Path folder;

    @AfterEach
    void stop() {
        server.close();
    }

    private static byte[] random(int bytes) {
        byte[] content = new byte[bytes];
        new Random(1).nextBytes(content);
        return content;
    }

    private DatasetContext context(String... variables) {
        Map<String, String> environment = new HashMap<>(
                Map.of("HF_ENDPOINT", server.endpoint(), "HF_HOME", folder.resolve("hf").toString()));
        for (int i = 0; i < variables.length; i += 2) {
            environment.put(variables[i], variables[i + 1]);
        }
        return DatasetContext.of(environment).withCacheFolder(folder.resolve("ipw"));
    }

    private HubSnapshot snapshot(DatasetContext context) {
        return snapshot(context, Optional.empty());
    }

    private HubSnapshot snapshot(DatasetContext context, Optional<String> revision) {
        return Hub.of(context, waits::add).snapshot(NAME, revision);
    }

    private Path cache() {
        return folder.resolve("hf/hub/datasets--owner--name");
    }

    @Test
    void keepsFilesWhereTheHubsOwnToolsKeepThem() throws IOException {
        HubServer.Repository repository = server.repository(NAME).file("README.md", "# card")
                .largeFile("data/a b.bin", LARGE);
        HubSnapshot snapshot = snapshot(context());
        Path file = snapshot.fetch("data/a b.bin");

        assertThat(snapshot.commit()).isEqualTo(repository.commit());
        assertThat(snapshot.isWhole()).isTrue();
        assertThat(Files.readAllBytes(file)).isEqualTo(LARGE);
        assertThat(file).isEqualTo(cache().resolve("snapshots/" + repository.commit() + "/data/a b.bin"));
        assertThat(Files.readSymbolicLink(file).toString()).startsWith("../../../blobs/")
                .endsWith(snapshot.find("data/a b.bin").orElseThrow().sha256().orElseThrow());
        assertThat(cache().resolve("refs/main")).hasContent(repository.commit());
        assertThat(Files.readString(snapshot.fetch("README.md"))).isEqualTo("# card");
    }

    @Test
    void takesAFolderThatIsNamedFromTheWorkingFolder() throws IOException {
        server.repository(NAME).file("a.txt", "a");
        Path relative = Path.of("").toAbsolutePath().relativize(folder.resolve("hf").toAbsolutePath());

        assertThat(snapshot(context("HF_HOME", relative.toString())).fetch("a.txt")).hasContent("a");
        assertThat(cache().resolve("refs/main")).exists();
    }

    @Test
    void refusesABrokenTokenAndDoesNotShowIt() {
        server.repository(NAME).file("a.txt", "a");

        assertThatThrownBy(() -> snapshot(context("HF_TOKEN", "hf_secret\nhf_other")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("one token in one line")
                .hasMessageNotContaining("secret");
    }

    @Test
    void asksNothingForAPinnedCommitThatItHas() {
        String commit = server.repository(NAME).file("a.txt", "a").commit();
        snapshot(context(), Optional.of(commit)).fetch("a.txt");
        int asked = server.requests().size();
        snapshot(context(), Optional.of(commit)).fetch("a.txt");

        assertThat(server.requests()).hasSize(asked);
    }

    @Test
    void readsOfflineWhatCameBefore() throws IOException {
        server.repository(NAME).file("a.txt", "a").file("b.txt", "b");
        snapshot(context()).fetch("a.txt");
        int asked = server.requests().size();
        for (DatasetContext offline : List.of(context().withOffline(true), context("HF_HUB_OFFLINE", "1"))) {
            HubSnapshot snapshot = snapshot(offline);

            assertThat(Files.readString(snapshot.fetch("a.txt"))).isEqualTo("a");
            assertThat(snapshot.files()).hasSize(2);
            assertThatThrownBy(() -> snapshot.fetch("b.txt")).isInstanceOf(InputException.class)
                    .hasMessageContaining("b.txt is not in").hasMessageContaining("Run once with the network");
        }
        assertThat(server.requests()).hasSize(asked);
    }

    @Test
    void readsWhatPythonFetchedWithoutAListing() throws IOException {
        String commit = "0123456789abcdef0123456789abcdef01234567";
        Files.createDirectories(cache().resolve("refs"));
        Files.createDirectories(cache().resolve("blobs"));
        Files.createDirectories(cache().resolve("snapshots/" + commit + "/data"));
        Files.writeString(cache().resolve("refs/main"), commit);
        Files.writeString(cache().resolve("blobs/abc"), "{}");
        Files.createSymbolicLink(cache().resolve("snapshots/" + commit + "/data/train.jsonl"),
                Path.of("../../../blobs/abc"));
        HubSnapshot snapshot = snapshot(context().withOffline(true));

        assertThat(snapshot.commit()).isEqualTo(commit);
        assertThat(snapshot.isWhole()).isFalse();
        assertThat(Files.readString(snapshot.fetch("data/train.jsonl"))).isEqualTo("{}");
    }

    @Test
    void saysWhatAnOfflineRunLacks() {
        assertThatThrownBy(() -> snapshot(context().withOffline(true))).isInstanceOf(InputException.class)
                .hasMessageContaining("owner/name at main is not in").hasMessageContaining("HF_HOME");
    }

    @Test
    void goesOnWhereATransferTore() throws IOException {
        server.repository(NAME).largeFile("big.bin", LARGE);
        server.tear("blobs", 1_000_000).tear("blobs", 1_500_000);

        assertThat(Files.readAllBytes(snapshot(context()).fetch("big.bin"))).isEqualTo(LARGE);
        List<Optional<String>> ranges = server.requests().stream().filter(one -> one.server().equals("blobs"))
                .map(HubServer.Request::range).toList();
        assertThat(ranges).hasSize(3);
        assertThat(ranges.getFirst()).isEmpty();
        assertThat(ranges.get(1)).isPresent();
        assertThat(ranges.get(2)).isPresent().isNotEqualTo(ranges.get(1));
        assertThat(waits).hasSize(2);
    }

    @Test
    void goesOnWithWhatAnotherProcessLeft() throws IOException {
        server.repository(NAME).largeFile("big.bin", LARGE);
        HubSnapshot snapshot = snapshot(context());
        String hash = snapshot.find("big.bin").orElseThrow().sha256().orElseThrow();
        Files.createDirectories(cache().resolve("blobs"));
        Files.write(cache().resolve("blobs/" + hash + ".incomplete"), java.util.Arrays.copyOf(LARGE, 2_000_000));

        assertThat(Files.readAllBytes(snapshot.fetch("big.bin"))).isEqualTo(LARGE);
        assertThat(server.requests().getLast().range()).contains("bytes=2000000-");
        assertThat(cache().resolve("blobs/" + hash + ".incomplete")).doesNotExist();
    }

    @Test
    void dropsABeginningThatDoesNotFit() throws IOException {
        server.repository(NAME).largeFile("big.bin", LARGE);
        HubSnapshot snapshot = snapshot(context());
        String hash = snapshot.find("big.bin").orElseThrow().sha256().orElseThrow();
        Files.createDirectories(cache().resolve("blobs"));
        Files.write(cache().resolve("blobs/" + hash + ".incomplete"), new byte[2_000_000]);

        assertThat(Files.readAllBytes(snapshot.fetch("big.bin"))).isEqualTo(LARGE);
    }

    @Test
    void fetchesAgainWhatCameWrong() throws IOException {
        server.repository(NAME).largeFile("big.bin", LARGE).file("small.txt", "small");
        server.corrupt("blobs").corrupt("hub");
        HubSnapshot snapshot = snapshot(context());

        assertThat(Files.readAllBytes(snapshot.fetch("big.bin"))).isEqualTo(LARGE);
        assertThat(Files.readString(snapshot.fetch("small.txt"))).isEqualTo("small");
    }

    @Test
    void givesUpOnWhatNeverComesRight() {
        server.repository(NAME).largeFile("big.bin", LARGE);
        for (int i = 0; i < 5; i++) {
            server.corrupt("blobs");
        }
        HubSnapshot snapshot = snapshot(context());

        assertThatThrownBy(() -> snapshot.fetch("big.bin")).isInstanceOf(InputException.class)
                .hasMessageContaining("does not have the hash").hasMessageContaining("tried 5 times");
        assertThat(cache().resolve("snapshots")).doesNotExist();
    }

    @Test
    void neverTakesTheTokenToAnotherHost() {
        server.repository(NAME).gated("hf_secret").largeFile("big.bin", LARGE);
        snapshot(context("HF_TOKEN", "hf_secret")).fetch("big.bin");

        assertThat(server.requests()).filteredOn(one -> one.server().equals("blobs")).isNotEmpty()
                .allSatisfy(one -> assertThat(one.authorization()).isEmpty());
        assertThat(server.requests()).filteredOn(one -> one.server().equals("hub"))
                .allSatisfy(one -> assertThat(one.authorization()).contains("Bearer hf_secret"));
    }

    @Test
    void readsTheTokenThatTheHubsToolsKept() throws IOException {
        server.repository(NAME).gated("hf_secret").file("a.txt", "a");
        Files.createDirectories(folder.resolve("hf"));
        Files.writeString(folder.resolve("hf/token"), "hf_secret\n");

        assertThat(Files.readString(snapshot(context()).fetch("a.txt"))).isEqualTo("a");
    }

    @Test
    void saysWhereToAskForAGatedSet() {
        server.repository(NAME).gated("hf_secret").file("a.txt", "a");

        assertThatThrownBy(() -> snapshot(context())).isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("owner/name is gated")
                .hasMessageContaining("accept its terms at " + server.endpoint() + "/datasets/owner/name")
                .hasMessageContaining("HF_TOKEN");
        assertThatThrownBy(() -> snapshot(context("HF_TOKEN", "hf_other")))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("the token in HF_TOKEN has no access")
                .hasMessageNotContaining("hf_other");
    }

    @Test
    void saysWhatIsNotThere() {
        server.repository(NAME).file("data/train.jsonl", "{}");
        HubSnapshot snapshot = snapshot(context());

        assertThatThrownBy(() -> snapshot.fetch("train.jsonl")).isInstanceOf(InputException.class)
                .hasMessageContaining("has no file train.jsonl; it has data/train.jsonl");
        assertThatThrownBy(() -> snapshot(context(), Optional.of("v9"))).isInstanceOf(InputException.class)
                .hasMessageContaining("no revision 'v9'");
        assertThatThrownBy(() -> Hub.of(context(), waits::add).snapshot("owner/other", Optional.empty()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("has no dataset owner/other, or it is private");
        assertThatThrownBy(() -> Hub.of(context(), waits::add).snapshot("../etc", Optional.empty()))
                .isInstanceOf(InputException.class).hasMessageContaining("is no name of a repository");
        assertThatThrownBy(() -> snapshot(context().withOffline(true), Optional.of("../../x")))
                .isInstanceOf(InputException.class).hasMessageContaining("'../../x' is no name");
    }

    @Test
    void waitsAsLongAsTheHubAsks() throws IOException {
        server.repository(NAME).file("a.txt", "a");
        server.fail("hub", 429, 2, "7").fail("hub", 503, 1, "");

        assertThat(Files.readString(snapshot(context()).fetch("a.txt"))).isEqualTo("a");
        assertThat(waits).containsExactly(TimeUnit.SECONDS.toNanos(7), TimeUnit.SECONDS.toNanos(7),
                TimeUnit.SECONDS.toNanos(4));
    }

    @Test
    void showsForWhatItWaits() {
        server.repository(NAME).file("a.txt", "a");
        server.fail("hub", 429, 1, "7");
        List<String> told = new ArrayList<>();
        snapshot(context().withProgress(told::add));

        assertThat(told).containsExactly("Waiting 7 s to read owner/name again: 127.0.0.1 answered 429");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"file:///etc/passwd", "jar:file:/etc/x.jar!/a", "mailto:me@example.org", "http://evil.example/x",
                    "https://127.0.0.1/api", "http://127.0.0.1:1/api", "//evil.example/api", "javascript:alert(1)",
                    ":::", "http://[",
                    "http:", "ftp://127.0.0.1/x", "http://127.0.0.1@evil.example/x"})
    void followsNoNextPageToAnotherPlace(String link) {
        server.repository(NAME).file("a.txt", "a");
        server.nextPage(link);

        assertThatThrownBy(() -> snapshot(context())).isInstanceOf(InputException.class)
                .hasMessageContaining("names '" + link + "' as the next page of the files of owner/name")
                .hasMessageContaining("HF_ENDPOINT");
        assertThat(waits).isEmpty();
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void keepsTheListOfFilesWhereTheFilesLie() {
        String commit = server.repository(NAME).file("a.txt", "a").commit();
        snapshot(context()).fetch("a.txt");

        assertThat(cache().resolve(".listings").resolve(commit + ".json")).content().contains("a.txt");
        assertThat(folder.resolve("ipw")).doesNotExist();
    }

    @Test
    void givesUpOnABodyThatDrips() {
        server.repository(NAME).largeFile("big.bin", LARGE);
        HubSnapshot snapshot = snapshot(context());
        AtomicLong now = new AtomicLong();
        Pause days = new Pause() {
            @Override
            public void forNanos(long nanos) {
                waits.add(nanos);
            }

            @Override
            public long nanoTime() {
                return now.addAndGet(TimeUnit.DAYS.toNanos(1));
            }
        };

        assertThatThrownBy(
                () -> Hub.of(context(), days).snapshot(NAME, Optional.of(snapshot.commit())).fetch("big.bin"))
                .isInstanceOf(InputException.class).hasMessageContaining("too slowly to wait for the rest")
                .hasMessageContaining("tried 5 times");
    }

    @Test
    void countsTheTimeOfABodyByItsBytes() throws IOException {
        AtomicLong now = new AtomicLong();
        Pause clock = new Pause() {
            @Override
            public void forNanos(long nanos) {}

            @Override
            public long nanoTime() {
                return now.get();
            }
        };
        PacedInput drips = new PacedInput(new ByteArrayInputStream(new byte[1_000]), clock);
        PacedInput flows = new PacedInput(new ByteArrayInputStream(new byte[1_000_000]), clock);
        for (int seconds = 5; seconds <= 120; seconds += 5) {
            now.set(TimeUnit.SECONDS.toNanos(seconds));
            assertThat(drips.read()).isZero();
            assertThat(flows.read(new byte[10_000])).isEqualTo(10_000);
        }
        now.set(TimeUnit.SECONDS.toNanos(125));

        assertThatThrownBy(drips::read).isInstanceOf(IOException.class).hasMessageContaining("25 bytes in 125 s");
        assertThat(flows.read(new byte[10_000])).isEqualTo(10_000);
    }

    @Test
    void stopsAtAnInterruptAndGoesOnLater() throws IOException {
        server.repository(NAME).largeFile("big.bin", LARGE);
        HubSnapshot snapshot = snapshot(context());
        server.stall("blobs", 1_000_000, Thread.currentThread()::interrupt);

        assertThatThrownBy(() -> snapshot.fetch("big.bin")).isInstanceOf(CancellationException.class)
                .hasMessageContaining("fetch owner/name/big.bin; what came is kept");
        assertThat(Thread.interrupted()).as("the interrupt is restored").isTrue();
        assertThat(Files.readAllBytes(snapshot.fetch("big.bin"))).isEqualTo(LARGE);
    }

    @Test
    void givesUpWhenTheHubAsksForHours() {
        server.fail("hub", 429, 1, "7200");

        assertThatThrownBy(() -> snapshot(context())).isInstanceOf(InputException.class)
                .hasMessageContaining("answered 429").hasMessageContaining("tried 1 time)");
        assertThat(waits).isEmpty();
    }

    @Test
    void givesUpWhenTheHubStaysBroken() {
        server.fail("hub", 500, 9, "");

        assertThatThrownBy(() -> snapshot(context())).isInstanceOf(InputException.class)
                .hasMessageContaining("answered 500").hasMessageContaining("tried 5 times");
        assertThat(waits).hasSize(4);
    }

    @Test
    void listsFilesPageByPage() {
        HubServer.Repository repository = server.repository(NAME);
        for (int i = 0; i < 25; i++) {
            repository.file("data/f" + i + ".txt", "x" + i);
        }
        server.pages(4);

        assertThat(snapshot(context()).files()).hasSize(25);
        assertThat(server.requests()).filteredOn(one -> one.path().contains("/tree/")).hasSize(7);
    }

    @Test
    void refusesPathsThatLeaveTheFolder() {
        server.repository(NAME).file("../../evil.txt", "x");

        assertThatThrownBy(() -> snapshot(context())).isInstanceOf(InputException.class)
                .hasMessageContaining("cannot be kept");
        assertThat(folder.resolve("hf/evil.txt")).doesNotExist();
    }

    @Test
    void manyThreadsFetchAFileOnce() throws Exception {
        server.repository(NAME).largeFile("big.bin", LARGE);
        HubSnapshot snapshot = snapshot(context());
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Callable<Path>> fetches = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                fetches.add(() -> snapshot.fetch("big.bin"));
            }
            for (Future<Path> one : threads.invokeAll(fetches)) {
                assertThat(Files.size(one.get())).isEqualTo(LARGE.length);
            }
        }
        assertThat(server.requests()).filteredOn(one -> one.server().equals("blobs")).hasSize(1);
    }

    @Test
    void tellsHowFarALargeFileIs() {
        server.repository(NAME).largeFile("big.bin", LARGE);
        List<String> told = new ArrayList<>();
        snapshot(context().withProgress(told::add)).fetch("big.bin");

        assertThat(told).contains("Downloading owner/name/big.bin (3.0 of 3.0 MB)");
    }

    @Test
    void refusesAnEndpointThatIsNone() {
        assertThatThrownBy(() -> Hub.of(DatasetContext.of(Map.of("HF_ENDPOINT", "hub.example"))))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("HF_ENDPOINT must be an address");
    }

    @Test
    void fetchesAFileOfTheWebOnceAndChecksIt() throws IOException {
        server.repository(NAME).file("set.csv", "a,b\n1,2\n");
        java.net.URI address = java.net.URI
                .create(server.endpoint() + "/datasets/owner/name/resolve/main/set.csv");
        Path file = WebFile.fetch(context(), address, Optional.empty(), "web", waits::add);
        int asked = server.requests().size();

        assertThat(file).hasContent("a,b\n1,2\n");
        assertThat(WebFile.fetch(context().withOffline(true), address, Optional.of(WebFile.sha256(file)), "web",
                waits::add)).isEqualTo(file);
        assertThat(server.requests()).hasSize(asked);
        assertThatThrownBy(() -> WebFile.fetch(context(), address, Optional.of("0".repeat(64)), "web", waits::add))
                .isInstanceOf(InputException.class).hasMessageContaining("does not have the hash");
        assertThat(file).hasContent("a,b\n1,2\n");
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.UTF_8)).hasSize(8);
    }
}
