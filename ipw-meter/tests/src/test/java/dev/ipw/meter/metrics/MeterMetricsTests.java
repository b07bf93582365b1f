package dev.ipw.meter.metrics;

import dev.ipw.energy.EnergyFlag;
import dev.ipw.energy.EnergyReading;
import dev.ipw.energy.Provenance;
import dev.ipw.energy.Scope;
import dev.ipw.energy.attribution.PhaseJoules;
import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.error.ConfigurationException;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterBlock.DeviceBlock;
import dev.ipw.meter.MeterBlock.RequestShare;
import dev.ipw.meter.RequestFigures;
import dev.ipw.meter.RequestOrigin;
import dev.ipw.meter.RequestTokens;
import dev.ipw.meter.budget.BudgetWatch;
import dev.ipw.meter.budget.TenantBudget;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Reads the metrics as Prometheus does. */
class MeterMetricsTests {
    private static final Instant BEGIN = Instant.parse("2026-03-01T00:00:00Z");
    private static final Pattern SAMPLE = Pattern.compile("([a-z_]+)(\\{.*})? (\\S+)");
    private static final String PROTOBUF = "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
            + "encoding=delimited;q=0.7,application/openmetrics-text;version=1.0.0;q=0.6,text/plain;version=0.0.4;q=0.3";

    private final AtomicReference<Instant> wall = new AtomicReference<>(BEGIN);
    private final InstantSource clock = wall::get;
    private final MeterMetrics metrics = metrics(MetricsOptions.DEFAULT);

    private MeterMetrics metrics(MetricsOptions options) {
        return new MeterMetrics(options, () -> 3, clock);
    }

    private static Map<String, Double> samples(MeterMetrics metrics) {
        Map<String, Double> samples = new TreeMap<>();
        metrics.prometheusText().lines().filter(line -> !line.startsWith("#")).forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            assertThat(sample.matches()).as(line).isTrue();
            String name = sample.group(1) + (sample.group(2) == null ? "" : sample.group(2));
            assertThat(samples.put(name, Double.parseDouble(sample.group(3)))).as("twice: " + name).isNull();
        });
        return samples;
    }

    private static double sum(Map<String, Double> samples, String name, String... labels) {
        return samples.entrySet().stream()
                .filter(one -> one.getKey().equals(name) || one.getKey().startsWith(name + "{"))
                .filter(one -> List.of(labels).stream().allMatch(one.getKey()::contains))
                .mapToDouble(Map.Entry::getValue).sum();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void countsEachJouleOnce(long seed) {
        DrawnMeter meter = new DrawnMeter(seed, BEGIN, List.of("a", "b"), List.of("x", "y", "z"));
        for (int i = 0; i < 500; i++) {
            meter.block(metrics);
        }
        Map<String, Double> samples = samples(metrics);
        double total = sum(samples, "ipw_device_energy_joules_total");
        assertThat(total).isCloseTo(meter.deviceJoules, within(1e-9 * total));
        assertThat(sum(samples, "ipw_energy_joules_total")).isCloseTo(meter.requestJoules, within(1e-9 * total));
        assertThat(sum(samples, "ipw_idle_energy_joules_total")).isCloseTo(meter.idleJoules, within(1e-9 * total));
        assertThat(sum(samples, "ipw_other_energy_joules_total")).isCloseTo(meter.otherJoules, within(1e-9 * total));
        assertThat(sum(samples, "ipw_energy_joules_total") + sum(samples, "ipw_idle_energy_joules_total")
                + sum(samples, "ipw_other_energy_joules_total")).isCloseTo(total, within(1e-9 * total));
        for (String device : List.of("device=\"GPU-0\"", "device=\"GPU-1\"")) {
            double used = sum(samples, "ipw_device_energy_joules_total", device);
            assertThat(sum(samples, "ipw_attributed_energy_joules_total", device)
                    + sum(samples, "ipw_idle_energy_joules_total", device)
                    + sum(samples, "ipw_other_energy_joules_total", device)).isCloseTo(used, within(1e-9 * used));
        }
        assertThat(samples).containsEntry("ipw_unshared_energy_joules_total", 0.0)
                .containsEntry("ipw_unbalanced_blocks_total", 0.0);
        assertThat(sum(samples, "ipw_requests_total")).isEqualTo(meter.finished);
        assertThat(sum(samples, "ipw_request_energy_joules_count")).isEqualTo(meter.finished);
        assertThat(sum(samples, "ipw_request_energy_joules_sum"))
                .isCloseTo(sum(samples, "ipw_finished_energy_joules_total"), within(1e-9 * total));
    }

    private static DeviceBlock device(double requests, double idle, double other) {
        return new DeviceBlock("GPU-0", DrawnMeter.reading(requests + idle + other, Provenance.MEASURED), requests,
                idle,
                other, ShareTrust.TRUSTED, OptionalDouble.of(0.01));
    }

    private static RequestShare share(String model, String tenant, double joules, Optional<PhaseJoules> phases) {
        return new RequestShare("0".repeat(32), RequestOrigin.of(model, tenant),
                DrawnMeter.reading(joules, Provenance.ESTIMATED), phases);
    }

    private static RequestShare share(String model, String tenant, double joules) {
        return share(model, tenant, joules, Optional.empty());
    }

    private static MeterBlock block(List<DeviceBlock> devices, RequestShare... shares) {
        return new MeterBlock(BEGIN, Duration.ofSeconds(5), devices, List.of(shares));
    }

    private static RequestFigures finished(RequestOrigin origin, EnergyReading energy, RequestTokens tokens, int status,
            Optional<String> failure) {
        return new RequestFigures("0".repeat(32), origin, BEGIN, Optional.empty(), Optional.of(Duration.ofSeconds(2)),
                OptionalInt.of(status), failure, tokens, energy, Optional.empty(),
                OptionalDouble.empty(), ShareTrust.TRUSTED, true, Optional.empty());
    }

    @Test
    void writesExactText() {
        metrics.blockDivided(block(List.of(device(300, 100, 50)),
                share("llama", "team-a", 200, Optional.of(DrawnMeter.phases(50, 150))),
                share("llama", "team-b", 100)));
        metrics.requestFinished(finished(RequestOrigin.of("llama", "team-a"),
                DrawnMeter.reading(200, Provenance.ESTIMATED), new RequestTokens(OptionalLong.of(40),
                        OptionalLong.of(16), OptionalLong.of(25), OptionalLong.of(5)),
                200, Optional.empty()));
        assertThat(metrics.prometheusText().lines().filter(line -> !line.startsWith("# HELP"))).containsExactly(
                "# TYPE ipw_attributed_energy_joules_total counter",
                "ipw_attributed_energy_joules_total{device=\"GPU-0\",trust=\"trusted\"} 300.0",
                "# TYPE ipw_cached_tokens_total counter",
                "ipw_cached_tokens_total{model=\"llama\",tenant=\"team-a\"} 16.0",
                "# TYPE ipw_device_energy_joules_total counter",
                "ipw_device_energy_joules_total{device=\"GPU-0\",provenance=\"MEASURED\"} 450.0",
                "# TYPE ipw_energy_joules_total counter",
                "ipw_energy_joules_total{model=\"llama\",phase=\"answer\",tenant=\"team-a\"} 150.0",
                "ipw_energy_joules_total{model=\"llama\",phase=\"prompt\",tenant=\"team-a\"} 50.0",
                "ipw_energy_joules_total{model=\"llama\",phase=\"unsplit\",tenant=\"team-b\"} 100.0",
                "# TYPE ipw_finished_energy_joules_total counter",
                "ipw_finished_energy_joules_total{complete=\"true\",model=\"llama\",tenant=\"team-a\"} 200.0",
                "# TYPE ipw_idle_energy_joules_total counter", "ipw_idle_energy_joules_total{device=\"GPU-0\"} 100.0",
                "# TYPE ipw_last_block_timestamp_seconds gauge", "ipw_last_block_timestamp_seconds 1.7723232E9",
                "# TYPE ipw_other_energy_joules_total counter", "ipw_other_energy_joules_total{device=\"GPU-0\"} 50.0",
                "# TYPE ipw_power_watts gauge", "ipw_power_watts{device=\"GPU-0\"} 90.0",
                "# TYPE ipw_reasoning_tokens_total counter",
                "ipw_reasoning_tokens_total{model=\"llama\",tenant=\"team-a\"} 5.0",
                "# TYPE ipw_request_energy_joules histogram",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"0.1\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"0.2\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"0.5\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"1.0\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"2.0\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"5.0\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"10.0\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"20.0\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"50.0\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"100.0\"} 0",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"200.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"500.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"1000.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"2000.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"5000.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"10000.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"100000.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"1000000.0\"} 1",
                "ipw_request_energy_joules_bucket{model=\"llama\",le=\"+Inf\"} 1",
                "ipw_request_energy_joules_count{model=\"llama\"} 1",
                "ipw_request_energy_joules_sum{model=\"llama\"} 200.0",
                "# TYPE ipw_requests_total counter",
                "ipw_requests_total{complete=\"true\",model=\"llama\",status=\"200\",tenant=\"team-a\"} 1.0",
                "# TYPE ipw_requests_in_flight gauge", "ipw_requests_in_flight 3.0",
                "# TYPE ipw_tokens_total counter",
                "ipw_tokens_total{complete=\"true\",model=\"llama\",tenant=\"team-a\",type=\"input\"} 40.0",
                "ipw_tokens_total{complete=\"true\",model=\"llama\",tenant=\"team-a\",type=\"output\"} 25.0",
                "# TYPE ipw_unbalanced_blocks_total counter", "ipw_unbalanced_blocks_total 0.0",
                "# TYPE ipw_unshared_energy_joules_total counter", "ipw_unshared_energy_joules_total 0.0");
    }

    @Test
    void countsAnOpenRequestBlockByBlock() {
        for (int i = 1; i <= 100; i++) {
            metrics.blockDivided(block(List.of(device(7, 0, 0)), share("m", "t", 7)));
            assertThat(sum(samples(metrics), "ipw_energy_joules_total")).isCloseTo(7 * i, within(1e-9));
        }
        assertThat(samples(metrics).keySet()).noneMatch(name -> name.startsWith("ipw_requests_total"));
    }

    @Test
    void keepsRequestsOfWhichSomethingIsUnknownOutOfTheRatio() {
        RequestOrigin origin = RequestOrigin.of("m", "t");
        EnergyReading known = DrawnMeter.reading(10, Provenance.ESTIMATED);
        metrics.requestFinished(finished(origin, known, RequestTokens.of(5, 20), 200, Optional.empty()));
        metrics.requestFinished(finished(origin, EnergyReading.unavailable(Scope.GPU, "GPU-0", "its sensor is lost"),
                RequestTokens.of(5, 20), 200, Optional.empty()));
        metrics.requestFinished(finished(origin, known.flagged(EnergyFlag.PARTIAL), RequestTokens.of(5, 20), 200,
                Optional.empty()));
        metrics.requestFinished(finished(origin, known, RequestTokens.UNKNOWN, 200, Optional.of("cut off")));
        metrics.requestFinished(finished(origin, known, RequestTokens.UNKNOWN, 503, Optional.of("cut off")));
        // Embeddings write no tokens.
        metrics.requestFinished(finished(origin, DrawnMeter.reading(100, Provenance.ESTIMATED),
                RequestTokens.of(500, 0), 200, Optional.empty()));
        Map<String, Double> samples = samples(metrics);
        assertThat(sum(samples, "ipw_finished_energy_joules_total", "complete=\"true\"")).isEqualTo(10);
        assertThat(sum(samples, "ipw_tokens_total", "complete=\"true\"", "output")).isEqualTo(20);
        assertThat(sum(samples, "ipw_finished_energy_joules_total", "complete=\"no_output\"")).isEqualTo(100);
        assertThat(sum(samples, "ipw_tokens_total", "complete=\"no_output\"", "input")).isEqualTo(500);
        assertThat(sum(samples, "ipw_finished_energy_joules_total")).isEqualTo(140);
        assertThat(sum(samples, "ipw_tokens_total", "type=\"output\"")).isEqualTo(60);
        assertThat(sum(samples, "ipw_request_energy_joules_count")).isEqualTo(4);
        assertThat(sum(samples, "ipw_requests_total", "status=\"200\"")).isEqualTo(4);
        assertThat(sum(samples, "ipw_requests_total", "status=\"aborted\"")).isEqualTo(1);
        assertThat(sum(samples, "ipw_requests_total", "status=\"503\"", "complete=\"false\"")).isEqualTo(1);
    }

    @Test
    void showsJoulesWithoutAShareOfTheirOwn() {
        RequestShare unknown = new RequestShare("0".repeat(32), RequestOrigin.of("m", "t"),
                EnergyReading.unavailable(Scope.GPU, "fleet", "its replica is unknown"), Optional.empty());
        metrics.blockDivided(block(List.of(device(30, 5, 0)), share("m", "t", 10), unknown));
        assertThat(samples(metrics)).containsEntry("ipw_unshared_energy_joules_total", 20.0)
                .containsEntry("ipw_unbalanced_blocks_total", 0.0);
        metrics.blockDivided(block(List.of(device(30, 5, 0)), share("m", "t", 31)));
        assertThat(samples(metrics)).containsEntry("ipw_unshared_energy_joules_total", 20.0)
                .containsEntry("ipw_unbalanced_blocks_total", 1.0);
    }

    @Test
    void reportsPartsThatDoNotAddUp() {
        DeviceBlock device = new DeviceBlock("GPU-0", DrawnMeter.reading(50, Provenance.MEASURED), 30, 5, 0,
                ShareTrust.TRUSTED, OptionalDouble.empty());
        metrics.blockDivided(block(List.of(device), share("m", "t", 30)));
        assertThat(samples(metrics)).containsEntry("ipw_unbalanced_blocks_total", 1.0);
    }

    @Test
    void showsNoPowerThatIsUnknownOrOld() {
        metrics.blockDivided(block(List.of(new DeviceBlock("GPU-1",
                EnergyReading.unavailable(Scope.GPU, "GPU-1", "its sensor is lost"), 0, 0, 0, ShareTrust.UNTRUSTED,
                OptionalDouble.empty()), device(0, 10, 0))));
        assertThat(samples(metrics)).containsEntry("ipw_unmetered_seconds_total{device=\"GPU-1\"}", 5.0)
                .containsEntry("ipw_power_watts{device=\"GPU-0\"}", 2.0)
                .doesNotContainKeys("ipw_power_watts{device=\"GPU-1\"}",
                        "ipw_device_energy_joules_total{device=\"GPU-1\",provenance=\"UNAVAILABLE\"}");
        wall.set(BEGIN.plusSeconds(31));
        assertThat(metrics.prometheusText()).doesNotContain("ipw_power_watts")
                .contains("ipw_last_block_timestamp_seconds 1.7723232E9");
    }

    @Test
    void boundsTheValuesOfLabels() {
        MeterMetrics few = metrics(new MetricsOptions(3, Set.of("known"), Set.of(), Optional.empty()));
        double joules = 0;
        for (int i = 0; i < 1_000; i++) {
            few.blockDivided(block(List.of(device(1, 0, 0)), share("model-" + i % 50, "tenant-" + i % 30, 1)));
            few.requestFinished(finished(RequestOrigin.of("model-" + i % 50, "tenant-" + i % 30),
                    DrawnMeter.reading(1, Provenance.ESTIMATED), RequestTokens.of(1, 1), 200, Optional.empty()));
            joules++;
        }
        few.blockDivided(block(List.of(device(1, 0, 0)), share("known", "tenant-29", 1)));
        Map<String, Double> samples = samples(few);
        assertThat(sum(samples, "ipw_energy_joules_total")).isEqualTo(joules + 1);
        assertThat(sum(samples, "ipw_energy_joules_total", "model=\"known\"", "tenant=\"other\"")).isEqualTo(1);
        assertThat(values(samples, "model")).containsExactlyInAnyOrder("known", "model-0", "model-1", "other");
        assertThat(values(samples, "tenant")).containsExactlyInAnyOrder("tenant-0", "tenant-1", "tenant-2", "other");
    }

    private static Set<String> values(Map<String, Double> samples, String label) {
        Set<String> values = new HashSet<>();
        Pattern form = Pattern.compile("[{,]" + label + "=\"([^\"]*)\"");
        samples.keySet().forEach(name -> form.matcher(name).results().forEach(found -> values.add(found.group(1))));
        return values;
    }

    @Test
    void boundsThePairsOfLabels() {
        MeterMetrics few = metrics(new MetricsOptions(40, Set.of(), Set.of(), Optional.empty()));
        for (int i = 0; i < 40 * 40; i++) {
            few.blockDivided(block(List.of(device(1, 0, 0)), share("m" + i / 40, "t" + i % 40, 1)));
        }
        Map<String, Double> samples = samples(few);
        assertThat(samples.keySet().stream().filter(name -> name.startsWith("ipw_energy_joules_total")))
                .hasSizeLessThanOrEqualTo(10 * 40 + 40);
        assertThat(sum(samples, "ipw_energy_joules_total")).isEqualTo(1_600);
        assertThat(sum(samples, "ipw_energy_joules_total", "model=\"m39\"")).isEqualTo(40);
    }

    @Test
    void escapesLabels() {
        metrics.blockDivided(block(List.of(device(4, 0, 0)), share("a\"} 1\nevil_total 9\\", "\u0000\u202e", 1),
                share("x".repeat(5_000), "", 1), share("\ud800", "ü€😀", 1), share("", "t", 1)));
        assertThat(metrics.prometheusText().lines().filter(line -> line.startsWith("ipw_energy_joules_total")))
                .containsExactlyInAnyOrder(
                        "ipw_energy_joules_total{model=\"a\\\"} 1 evil_total 9\\\\\",phase=\"unsplit\",tenant=\"unknown\"}"
                                + " 1.0",
                        "ipw_energy_joules_total{model=\"" + "x".repeat(128)
                                + "\",phase=\"unsplit\",tenant=\"unknown\"} 1.0",
                        "ipw_energy_joules_total{model=\"unknown\",phase=\"unsplit\",tenant=\"ü€😀\"} 1.0",
                        "ipw_energy_joules_total{model=\"unknown\",phase=\"unsplit\",tenant=\"t\"} 1.0");
        assertThat(metrics.prometheusText()).doesNotContain("\nevil");
    }

    @Test
    void speaksTheFormatThatIsAskedFor() {
        metrics.blockDivided(block(List.of(device(4, 0, 0)), share("m", "t", 4)));
        assertThat(metrics.scrape("").contentType()).startsWith("text/plain; version=0.0.4");
        Scrape open = metrics.scrape("application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
        assertThat(open.contentType()).startsWith("application/openmetrics-text; version=1.0.0");
        assertThat(new String(open.body(), StandardCharsets.UTF_8))
                .contains("# TYPE ipw_energy_joules counter\n# UNIT ipw_energy_joules joules\n")
                .endsWith("# EOF\n");
        Scrape protobuf = metrics.scrape(PROTOBUF);
        assertThat(protobuf.contentType()).startsWith("application/vnd.google.protobuf");
        assertThat(new String(protobuf.body(), StandardCharsets.ISO_8859_1)).contains("ipw_energy_joules_total");
    }

    @Test
    void neverMakesTheMeterWait() throws InterruptedException {
        CountDownLatch isScraping = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        MeterMetrics slow = new MeterMetrics(MetricsOptions.DEFAULT, () -> {
            isScraping.countDown();
            try {
                goOn.await();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
            return 0;
        }, clock);
        Thread scrape = Thread.ofVirtual().start(slow::prometheusText);
        isScraping.await();
        slow.blockDivided(block(List.of(device(4, 0, 0)), share("m", "t", 4)));
        slow.requestFinished(finished(RequestOrigin.of("m", "t"), DrawnMeter.reading(4, Provenance.ESTIMATED),
                RequestTokens.of(1, 1), 200, Optional.empty()));
        goOn.countDown();
        scrape.join();
        assertThat(sum(samples(slow), "ipw_energy_joules_total")).isEqualTo(4);
        assertThat(sum(samples(slow), "ipw_requests_total")).isEqualTo(1);
    }

    @Test
    void leavesRefusedRequestsOutOfTheHistogram() {
        metrics.requestFinished(finished(RequestOrigin.of("m", "t"), DrawnMeter.reading(4, Provenance.ESTIMATED),
                RequestTokens.of(1, 1), 200, Optional.empty()));
        metrics.requestFinished(finished(RequestOrigin.of("m", "t"), DrawnMeter.reading(0, Provenance.ESTIMATED),
                RequestTokens.UNKNOWN, 429, Optional.empty()));
        Map<String, Double> samples = samples(metrics);
        assertThat(sum(samples, "ipw_requests_total")).isEqualTo(2);
        assertThat(sum(samples, "ipw_request_energy_joules_count")).isEqualTo(1);
    }

    @Test
    void addsTheNamesOfTheGenAiConventions() {
        MeterMetrics named = metrics(
                MetricsOptions.DEFAULT.withGenAi(new MetricsOptions.GenAiServer("vllm", "gpu-node")));
        DrawnMeter meter = new DrawnMeter(9, BEGIN, List.of("a", "b"), List.of("x"));
        for (int i = 0; i < 25; i++) {
            meter.block(named);
        }
        wall.set(meter.now());
        Map<String, Double> samples = samples(named);
        String machine = "gen_ai_provider_name=\"vllm\"";
        assertThat(sum(samples, "gen_ai_infrastructure_energy_joules_total", machine, "gen_ai_request_model=\"a\""))
                .isCloseTo(sum(samples, "ipw_energy_joules_total", "model=\"a\""), within(1e-6));
        assertThat(sum(samples, "gen_ai_infrastructure_power_watts", "server_address=\"gpu-node\""))
                .isCloseTo(sum(samples, "ipw_power_watts"), within(1e-9));
        assertThat(sum(samples, "gen_ai_infrastructure_idle_ratio", machine)).isBetween(0.0, 1.0);
        assertThat(sum(samples, "gen_ai_infrastructure_energy_per_token_joules", machine)).isGreaterThan(0);
        assertThat(samples(metrics).keySet()).noneMatch(name -> name.startsWith("gen_ai"));
    }

    @Test
    void givesTheRatiosOfTheLastFullMinute() {
        MeterMetrics named = metrics(
                MetricsOptions.DEFAULT.withGenAi(new MetricsOptions.GenAiServer("vllm", "gpu-node")));
        for (int i = 0; i <= 12; i++) {
            named.blockDivided(new MeterBlock(BEGIN.plusSeconds(5L * i), Duration.ofSeconds(5),
                    List.of(device(3, 1, 0)), List.of(share("m", "t", 3))));
            named.requestFinished(finished(RequestOrigin.of("m", "t"), DrawnMeter.reading(3, Provenance.ESTIMATED),
                    RequestTokens.of(1, 6), 200, Optional.empty()));
            named.requestFinished(finished(RequestOrigin.of("m", "t"), DrawnMeter.reading(9, Provenance.ESTIMATED),
                    RequestTokens.of(100, 0), 200, Optional.empty()));
            boolean isFullMinute = i == 12;
            assertThat(samples(named).keySet().stream().anyMatch(name -> name.contains("per_token")))
                    .isEqualTo(isFullMinute);
        }
        assertThat(sum(samples(named), "gen_ai_infrastructure_energy_per_token_joules")).isCloseTo(0.5, within(1e-12));
        assertThat(sum(samples(named), "gen_ai_infrastructure_idle_ratio")).isCloseTo(0.25, within(1e-12));
    }

    @Test
    void showsBudgets() {
        wall.set(BEGIN.plusSeconds(5)); // A block of five seconds started at midnight.
        BudgetWatch watch = new BudgetWatch(
                List.of(TenantBudget.parse("a=100J/day"), TenantBudget.parse("*=1kJ/hour")), clock);
        metrics.add(watch);
        metrics.blockDivided(block(List.of(device(4, 0, 0)), share("m", "a", 4)));
        watch.blockDivided(block(List.of(device(60, 0, 0)), share("m", "a", 50), share("m", "b", 10)));
        assertThat(samples(metrics)).containsEntry("ipw_budget_used_ratio{period=\"day\",tenant=\"a\"}", 0.5)
                .containsEntry("ipw_budget_used_ratio{period=\"hour\",tenant=\"a\"}", 0.05)
                .containsEntry("ipw_budget_used_ratio{period=\"hour\",tenant=\"b\"}", 0.01)
                .containsEntry("ipw_budget_limit_joules{period=\"day\",tenant=\"a\"}", 100.0);
    }

    @Test
    void needsALabelForEachNamedModel() {
        assertThatThrownBy(() -> new MetricsOptions(1, Set.of("a", "b"), Set.of(), Optional.empty()))
                .isInstanceOf(ConfigurationException.class).hasMessageContaining("raise the maximum");
    }
}
