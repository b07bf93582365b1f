package dev.ipw.cost;

import dev.ipw.cost.PriceList.ModelPrice;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.cost.PriceList.TokenPrices.LongPromptPrices;
import dev.ipw.error.InputException;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Price files in the shape of genai-prices, with providers and prices of this test's own. */
class GenaiPricesTests {
    private static final URI HOST = URI.create("https://api.acme.example/v1");
    private static final LocalDate DAY = LocalDate.of(2026, 11, 22);
    private static final String FLAT = "{\"input_mtok\":0.1,\"cache_read_mtok\":0.01,\"output_mtok\":3}";

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"equals":"Big-1"}                                   | big-1         | BIG-10
            {"starts_with":"big"}                                | Big-1         | a-big
            {"ends_with":"-mini"}                                | big-mini      | big-minis
            {"contains":"big"}                                   | a-big-1       | small
            {"regex":"^big-\\\\d{2}$"}                           | big-12        | big-123
            {"or":[{"equals":"a"},{"equals":"b"}]}               | b             | c
            {"and":[{"contains":"a"},{"contains":"b"}]}          | bona          | bono
            """)
    void tellsModelsByTheirClauses(String clause, String fits, String fitsNot) throws IOException {
        PriceList list = list(model("m", clause, FLAT));

        assertThat(find(list, fits)).map(price -> price.prices().input()).contains(usd("0.1"));
        assertThat(find(list, fitsNot)).isEmpty();
    }

    @Test
    void takesTheFirstModelThatFitsAtTheHostThatFits() throws IOException {
        PriceList list = list(model("one", "{\"starts_with\":\"big\"}", FLAT) + ","
                + model("two", "{\"starts_with\":\"b\"}", FLAT.replace("0.1", "7")));

        assertThat(find(list, "big-1").orElseThrow().model()).isEqualTo("one");
        assertThat(find(list, "bit-1").orElseThrow().prices().input()).isEqualTo(usd("7"));
        assertThat(list.find("big-1", Optional.of(URI.create("https://other.example/v1")), DAY)).isEmpty();
        assertThat(list.find("big-1", Optional.empty(), DAY)).isEmpty();
    }

    @Test
    void pricesReasoningAsOutputAndNothingThatTheFileDoesNotTell() throws IOException {
        TokenPrices prices = find(list(model("m", "{\"equals\":\"m\"}", FLAT)), "m").orElseThrow().prices();

        assertThat(prices).isEqualTo(new TokenPrices(usd("0.1"), usd("0.01"), usd("3"), usd("3")));
    }

    @Test
    void readsTiersOfLongPromptsAndWritesToACache() throws IOException {
        String tiered = """
                {"input_mtok":{"base":3,"tiers":[{"start":400000,"price":9},{"start":200000,"price":6}]},
                 "cache_write_mtok":3.75,"cache_write_1h_mtok":6,"output_reasoning_mtok":16,
                 "output_mtok":{"base":15,"tiers":[{"start":200000,"price":22.5}]}}""";
        TokenPrices prices = find(list(model("m", "{\"equals\":\"m\"}", tiered)), "m").orElseThrow().prices();

        TokenPrices middle = new TokenPrices(usd("6"), Optional.empty(), usd("3.75"), usd("6"), usd("22.5"), usd("16"),
                List.of());
        TokenPrices longest = new TokenPrices(usd("9"), Optional.empty(), usd("3.75"), usd("6"), usd("22.5"),
                usd("16"), List.of());
        assertThat(prices).isEqualTo(new TokenPrices(usd("3"), Optional.empty(), usd("3.75"), usd("6"), usd("15"),
                usd("16"), List.of(new LongPromptPrices(200_000, middle), new LongPromptPrices(400_000, longest))));
        assertThat(prices.forPrompt(OptionalLong.of(200_000)).input()).isEqualTo(usd("3"));
        assertThat(prices.forPrompt(OptionalLong.of(200_001))).isEqualTo(middle);
        assertThat(prices.forPrompt(OptionalLong.of(400_001))).isEqualTo(longest);
    }

    @Test
    void takesThePriceOfTheDay() throws IOException {
        PriceList list = list(model("m", "{\"equals\":\"m\"}", "[{\"prices\":" + FLAT
                + "},{\"constraint\":{\"start_date\":\"2026-09-01\"},\"prices\":" + FLAT.replace("0.1", "0.5") + "}]"));

        assertThat(list.find("m", Optional.of(HOST), LocalDate.of(2026, 8, 31)).orElseThrow().prices().input())
                .isEqualTo(usd("0.1"));
        assertThat(list.find("m", Optional.of(HOST), LocalDate.of(2026, 9, 1)).orElseThrow().prices().input())
                .isEqualTo(usd("0.5"));
    }

    @ParameterizedTest
    @ValueSource(strings = {
            "{\"input_mtok\":1,\"output_mtok\":2,\"requests_kcount\":5}",
            "{\"input_mtok\":1,\"output_mtok\":2,\"moon_phase_mtok\":5}",
            "[{\"prices\":{\"input_mtok\":1}},{\"constraint\":{\"start_time\":\"16:30:00Z\",\"end_time\":\"00:30:00Z\"},"
                    + "\"prices\":{\"input_mtok\":0.5}}]"})
    void leavesAPriceUnknownThatDependsOnWhatIsNotModelledAndSaysSo(String prices) throws IOException {
        ModelPrice price = find(list(model("m", "{\"equals\":\"m\"}", prices)), "m").orElseThrow();

        assertThat(price.prices()).isEqualTo(TokenPrices.UNKNOWN);
        assertThat(price.source()).contains("no price: it depends on ", "which is not modelled");
    }

    @Test
    void namesWhatItDoesNotUse() throws IOException {
        String prices = FLAT.replace("{", "{\"input_audio_mtok\":40,\"web_searches_kcount\":10,");
        ModelPrice price = find(list(model("m", "{\"equals\":\"m\"}", prices).replaceFirst("\\{",
                "{\"colour\":\"red\",\"context_window\":8,")), "m").orElseThrow();

        assertThat(price.prices().input()).isEqualTo(usd("0.1"));
        assertThat(price.source()).contains("not used: colour, input_audio_mtok, web_searches_kcount");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "equals":"m"   | "sounds_like":"m"                         | a clause 'sounds_like', which is not known
            "equals":"m"   | "regex":"("                               | no regular expression
            "equals":"m"   | "equals":"m","contains":"m"               | must be one clause
            0.1            | -0.1                                      | must be a number of US dollars
            0.1            | {"base":1,"tiers":[{"start":5}]}          | price is missing
            0.1            | {"base":1,"tiers":[{"start":0,"price":1}]} | start of a tier must be
            0.1            | {"base":1,"steps":[]}                     | unknown key 'steps'
            """)
    void refusesWhatItCannotRead(String from, String to, String message) {
        String model = model("m", "{\"equals\":\"m\"}", FLAT).replace(from, to);

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> list(model)).withMessageContaining(message)
                .withMessageContaining("acme/m");
    }

    @Test
    void countsAsLookedAtOnTheDayOfTheFile() throws IOException {
        assertThat(list(model("m", "{\"equals\":\"m\"}", FLAT)).asOf()).isEqualTo(LocalDate.of(2026, 11, 20));
    }

    private static Optional<ModelPrice> find(PriceList list, String model) {
        return list.find(model, Optional.of(HOST), DAY);
    }

    private static String model(String id, String clause, String prices) {
        return "{\"id\":\"" + id + "\",\"match\":" + clause + ",\"prices\":" + prices + "}";
    }

    private PriceList list(String models) throws IOException {
        Path file = folder.resolve("data.json");
        Files.writeString(file,
                "[{\"id\":\"acme\",\"name\":\"Acme\",\"api_pattern\":\"https://api\\\\.acme\\\\.example\","
                        + "\"pricing_urls\":[\"https://acme.example\"],\"models\":[" + models + "]}]");
        Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2026-11-20T10:00:00Z")));
        return PriceList.read(file);
    }

    private static Optional<BigDecimal> usd(String amount) {
        return Optional.of(new BigDecimal(amount));
    }
}
