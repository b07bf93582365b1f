package dev.ipw.hosted;

import dev.ipw.cost.PriceList;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.TokenUsage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

class HostedEstimateTests {
    private static final HostedTable SHIPPED = HostedTable.shipped();
    private static final URI OPENAI = URI.create("https://api.openai.com/v1");

    @TempDir
    Path folder;

    /** The example of the method's authors: Mistral Small 3.2 and 400 tokens take 0.022 Wh of GPU at 64 requests. */
    @Test
    void agreesWithTheExampleOfTheMethod() {
        HostedModel model = SHIPPED.find("mistral-small-2506", Optional.empty()).orElseThrow();

        assertThat(model.gpuJoules(new HostedTokens(0, 0, 400)).likely() / 3600).isCloseTo(0.022, within(0.0005));
    }

    /** Values in watt-hours: OpenAI's mean of 2025, Google's median of 2025, EcoLogits' Mistral Large 2. */
    @ParameterizedTest
    @CsvSource({"gpt-4o,500,400,0.34", "gpt-5,500,400,0.34", "gemini-2.5-flash,500,400,0.24",
            "gemini-2.5-pro,500,400,0.24", "mistral-large-2411,0,400,0.23"})
    void holdsWhatProvidersDisclosed(String model, long input, long output, double wattHours) {
        Range estimate = HostedEstimate.of(SHIPPED, model, new HostedTokens(input, 0, output)).wattHours();

        assertThat(estimate.holds(wattHours)).as(estimate.toString()).isTrue();
    }

    @Test
    void boundsEveryCombinationOfItsParameters() {
        Random random = new Random(38);
        HostedTokens tokens = new HostedTokens(3000, 1200, 700);
        List<HostedModel> models = SHIPPED.entries().stream().map(entry -> entry.model("m")).toList();
        for (int i = 0; i < 2000; i++) {
            HostedModel model = models.get(random.nextInt(models.size()));
            HostedEstimate whole = HostedEstimate.of(model, tokens);
            HostedEstimate point = HostedEstimate.of(drawn(model, random), tokens);

            assertThat(point.joules().low()).isBetween(whole.joules().low() * (1 - 1e-12),
                    whole.joules().high() * (1 + 1e-12)).isEqualTo(point.joules().high());
            assertThat(point.carbonGrams().orElseThrow().low()).isBetween(
                    whole.carbonGrams().orElseThrow().low() * (1 - 1e-12),
                    whole.carbonGrams().orElseThrow().high() * (1 + 1e-12));
            assertThat(point.waterLiters().orElseThrow().low()).isBetween(
                    whole.waterLiters().orElseThrow().low() * (1 - 1e-12),
                    whole.waterLiters().orElseThrow().high() * (1 + 1e-12));
        }
    }

    private static HostedModel drawn(HostedModel model, Random random) {
        HostedAssumptions assumed = model.assumptions();
        DataCentre centre = model.centre();
        double share = random.nextDouble();
        return new HostedModel(model.name(), model.provider(), model.isGuess(), model.source(),
                at(model.activeBillions(), share), at(model.totalBillions(), share + (1 - share) * random.nextDouble()),
                new HostedAssumptions(in(assumed.batch(), random), in(assumed.weightBits(), random),
                        in(assumed.fitError(), random), in(assumed.joulesPerFlop(), random),
                        in(assumed.attentionPerPromptToken(), random), in(assumed.cachedShare(), random)),
                new DataCentre(in(centre.powerUsageEffectiveness(), random), centre.region(),
                        centre.carbonGramsPerKilowattHour().map(range -> in(range, random)),
                        centre.onSiteWaterLitersPerKilowattHour().map(range -> in(range, random)),
                        centre.offSiteWaterLitersPerKilowattHour().map(range -> in(range, random))),
                model.table());
    }

    private static Range in(Range range, Random random) {
        return at(range, random.nextDouble());
    }

    private static Range at(Range range, double share) {
        return Range.exactly(range.low() + share * (range.high() - range.low()));
    }

    @Test
    void chargesLongPromptsAndLessForCachedTokens() {
        HostedModel model = SHIPPED.find("gpt-4o", Optional.of(OPENAI)).orElseThrow();
        HostedEstimate none = HostedEstimate.of(model, new HostedTokens(0, 0, 100));
        HostedEstimate fresh = HostedEstimate.of(model, new HostedTokens(50_000, 0, 100));
        HostedEstimate cached = HostedEstimate.of(model, new HostedTokens(50_000, 50_000, 100));

        assertThat(none.promptJoules()).isEqualTo(Range.ZERO);
        assertThat(fresh.promptJoules().low()).isPositive();
        assertThat(fresh.answerJoules()).isEqualTo(none.answerJoules());
        assertThat(cached.promptJoules().low()).isZero();
        assertThat(cached.promptJoules().likely()).isCloseTo(fresh.promptJoules().likely() / 10, within(1e-6));
        assertThat(cached.promptJoules().high()).isEqualTo(fresh.promptJoules().high());
    }

    @Test
    void countsReasoningOnceWhetherOrNotItIsInTheOutput() {
        TokenUsage inside = new TokenUsage(OptionalLong.of(10), OptionalLong.of(100), OptionalLong.of(110),
                OptionalLong.of(4), OptionalLong.of(80), TokenUsage.Source.SERVER);
        TokenUsage beside = new TokenUsage(OptionalLong.of(10), OptionalLong.of(20), OptionalLong.of(110),
                OptionalLong.of(4), OptionalLong.of(80), TokenUsage.Source.SERVER);

        assertThat(HostedTokens.of(inside)).contains(new HostedTokens(10, 4, 100)).isEqualTo(HostedTokens.of(beside));
        assertThat(HostedTokens.of(TokenUsage.absent())).isEmpty();
    }

    @Test
    void saysThatItIsEstimatedAndByWhat() {
        HostedEstimate estimate = HostedEstimate.of(SHIPPED, "gpt-4o", new HostedTokens(500, 0, 400));

        assertThat(estimate.provenance()).isEqualTo(Provenance.ESTIMATED);
        assertThat(estimate.toString()).startsWith("about ").contains("ESTIMATED, not measured (gpt-4o of OpenAI,"
                + " whose size is a guess; hosted models shipped " + SHIPPED.version() + " of " + SHIPPED.asOf()
                + ", method " + HostedEstimate.METHOD);
        assertThat(estimate.plus(estimate).joules()).isEqualTo(estimate.joules().times(2));
    }

    @Test
    void findsModelsByIdAndNeverAnotherProvidersClosedOne() {
        assertThat(SHIPPED.find("GPT-4o", Optional.of(OPENAI))).isPresent();
        assertThat(SHIPPED.find("openai/gpt-4o", Optional.of(URI.create("https://gateway.example/v1")))).isPresent();
        assertThat(SHIPPED.find("meta-llama/Llama-3.1-8B-Instruct", Optional.of(OPENAI))).isPresent();
        assertThat(SHIPPED.find("gpt-4o", Optional.of(URI.create("https://api.anthropic.com")))).isEmpty();
        assertThat(SHIPPED.find("gpt-4o-audio-preview", Optional.of(OPENAI))).isEmpty();
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> HostedEstimate.of(SHIPPED, "gpt-99", new HostedTokens(1, 0, 1)))
                .withMessageContaining("shipped table").withMessageContaining("'gpt-99'");
    }

    @Test
    void knowsTheModelsOfTheShippedPrices() {
        assertThat(PriceList.shipped().models())
                .allSatisfy(price -> assertThat(SHIPPED.find(price.model(), Optional.empty())).isPresent());
    }

    @Test
    void readsATableOfOnesOwn() throws IOException {
        HostedTable own = HostedTable.read(file(shipped().replace("\"gpt-4o\",", "\"our-model\",")));

        assertThat(own.find("our-model", Optional.empty())).hasValueSatisfying(
                model -> assertThat(HostedEstimate.source(model)).contains("hosted models own.json "));
        assertThat(own.find("gpt-4o", Optional.empty())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "\"batch\": [32, 64, 512] | \"batch\": [64, 32, 512] | must rise",
            "\"batch\": [32, 64, 512] | \"batch\": [0, 64, 512] | at least 1 request",
            "\"batch\": [32, 64, 512] | \"batch\": 64 | three numbers",
            "\"batch\": [32, 64, 512] | \"batch\": [32, 64, 1e7] | at most 1000000",
            "\"batch\": [32, 64, 512] | \"batches\": [32, 64, 512] | batches is not known",
            "\"pue\": [1.1, 1.2, 1.35] | \"pue\": [0.9, 1.2, 1.35] | at least 1, not 0.9",
            "\"region\": \"us\", \"pue\" | \"region\": \"moon\", \"pue\" | 'moon' is not in the table; it has us",
            "\"gpt-4o-mini\", | \"gpt-4o\", | is the id of two models",
            "\"as_of\": \" | \"as_of\": \"x | as_of",
            "\"active_billions\": [8.2, 8.2, 8.2] | \"active_billions\": [9, 9, 9] | Active parameters of 'qwen3-8b*'",
            "\"format\": 1 | \"format\": 2 | reads format 1"})
    void refusesATableThatCannotBeRight(String was, String now, String why) throws IOException {
        String json = shipped();
        assertThat(json).contains(was);
        Path file = file(json.replace(was, now));

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> HostedTable.read(file))
                .withMessageContaining(file.toString()).withMessageContaining(why);
    }

    private Path file(String json) throws IOException {
        return Files.writeString(folder.resolve("own.json"), json);
    }

    private static String shipped() throws IOException {
        try (InputStream in = Objects.requireNonNull(HostedTable.class.getResourceAsStream("hosted-models.json"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
