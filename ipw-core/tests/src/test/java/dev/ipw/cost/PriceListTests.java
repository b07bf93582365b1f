package dev.ipw.cost;

import dev.ipw.cost.PriceList.ModelPrice;
import dev.ipw.cost.PriceList.TokenPrices;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.inference.ClientInfo;
import dev.ipw.inference.ServingHost;
import dev.ipw.internal.number.Money;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PriceListTests {
    private static final URI OPENAI = URI.create("https://api.openai.com/v1");
    private static final LocalDate DAY = LocalDate.of(2025, 12, 1);
    private static final String ENTRY = "{\"model\":\"m\",\"aliases\":[\"m-latest\"],\"valid_from\":\"2025-01-01\","
            + "\"source\":\"a page\",\"input_usd_per_million\":0.1,\"output_usd_per_million\":3}";

    @TempDir
    Path folder;

    @Test
    void findsAModelByItsExactIdOrAliasAtItsOwnHostOnly() {
        PriceList shipped = PriceList.shipped();

        assertThat(shipped.find("gpt-4o", Optional.of(OPENAI), DAY)).hasValueSatisfying(
                price -> assertThat(price.prices().input()).contains(new BigDecimal("2.5")));
        assertThat(shipped.find("gpt-4o-audio-preview", Optional.of(OPENAI), DAY)).isEmpty();
        assertThat(shipped.find("gpt-4", Optional.of(OPENAI), DAY)).isEmpty();
        assertThat(shipped.find("gpt-4o", Optional.of(URI.create("https://example.org/v1")), DAY)).isEmpty();
        assertThat(shipped.find("gpt-4o", Optional.empty(), DAY)).isEmpty();
    }

    @Test
    void knowsNoPriceBeforeItWasValid() {
        assertThat(PriceList.shipped().find("gpt-5", Optional.of(OPENAI), LocalDate.of(2025, 8, 6))).isEmpty();
    }

    @Test
    void takesTheNewestPriceThatWasValid() throws IOException {
        PriceList list = list(ENTRY + "," + ENTRY.replace("2025-01-01", "2025-06-01").replace(":3", ":2"));

        assertThat(list.find("m-latest", Optional.empty(), LocalDate.of(2025, 5, 31)).orElseThrow().prices().output())
                .contains(new BigDecimal("3"));
        assertThat(list.find("m", Optional.of(OPENAI), DAY).orElseThrow().prices().output())
                .contains(new BigDecimal("2"));
    }

    @Test
    void keepsPricesAsTheyWereWritten() throws IOException {
        ModelPrice price = list(ENTRY).find("m", Optional.empty(), DAY).orElseThrow();

        assertThat(price.prices().input()).contains(new BigDecimal("0.1"));
        assertThat(price.prices().cachedInput()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"api.openai.com,gpt-5.4,2.5,0.25,15", "api.openai.com,gpt-5.6-luna,0.2,0.02,1.2",
            "api.anthropic.com,claude-opus-5,5,0.5,25", "api.anthropic.com,claude-sonnet-5,3,0.3,15",
            "api.anthropic.com,claude-fable-5,10,1,50",
            "generativelanguage.googleapis.com,gemini-2.5-pro,1.25,0.125,10",
            "generativelanguage.googleapis.com,gemini-2.5-flash,0.3,0.03,2.5"})
    void knowsTheNewerModels(String host, String model, BigDecimal input, BigDecimal cached, BigDecimal output) {
        TokenPrices prices = shipped(host, model);

        assertThat(prices.input()).contains(Money.shortest(input));
        assertThat(prices.cachedInput()).contains(Money.shortest(cached));
        assertThat(prices.output()).contains(Money.shortest(output));
        assertThat(prices.reasoning()).contains(Money.shortest(output));
    }

    @Test
    void knowsThatLongPromptsAndWritesToACacheCostMore() {
        TokenPrices sonnet = shipped("api.anthropic.com", "claude-sonnet-4-5");

        assertThat(sonnet.cacheWrite()).contains(new BigDecimal("3.75"));
        assertThat(sonnet.cacheWriteHour()).contains(new BigDecimal("6"));
        assertThat(sonnet.forPrompt(OptionalLong.of(200_001)).input()).contains(new BigDecimal("6"));
        assertThat(sonnet.forPrompt(OptionalLong.of(200_001)).output()).contains(new BigDecimal("22.5"));
        assertThat(shipped("api.openai.com", "gpt-5.4").forPrompt(OptionalLong.of(272_001)).output())
                .contains(new BigDecimal("22.5"));
        // What a longer prompt costs there was not certain, so it is not known rather than too little.
        assertThat(shipped("api.anthropic.com", "claude-sonnet-4-0").forPrompt(OptionalLong.of(200_001)))
                .isEqualTo(TokenPrices.UNKNOWN);
    }

    @Test
    void readsPricesOfLongPromptsAndOfWritingToACache() throws IOException {
        TokenPrices prices = list(ENTRY.replace("\"output", "\"cache_write_usd_per_million\":0.125,\"long_prompts\":["
                + "{\"above_tokens\":5,\"output_usd_per_million\":9}],\"output")).find("m", Optional.empty(), DAY)
                .orElseThrow().prices();

        assertThat(prices.cacheWrite()).contains(new BigDecimal("0.125"));
        assertThat(prices.forPrompt(OptionalLong.of(6)).output()).contains(new BigDecimal("9"));
        assertThat(prices.forPrompt(OptionalLong.of(6)).input()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            :0.1          | :-0.1             | input_usd_per_million must be a number of US dollars
            :0.1          | :"free"           | input_usd_per_million must be a number of US dollars
            :0.1          | :1e300            | input_usd_per_million must be a number of US dollars
            input_usd     | inptu_usd         | unknown key 'inptu_usd_per_million'
            2025-01-01    | yesterday         | valid_from must be a day such as
            "source"      | "note"            | source is missing
            "output       | "long_prompts":[{"above_tokens":0}],"output | above_tokens must be
            "output       | "long_prompts":[{"above":7}],"output | unknown key 'above'
            "model":"m",  |                   | model is missing
            """)
    void refusesEntriesThatCannotBe(String from, String to, String message) {
        String entry = ENTRY.replace(from, to == null ? "" : to);

        assertThatExceptionOfType(InputException.class).isThrownBy(() -> list(entry)).withMessageContaining(message)
                .withMessageContaining("prices.json").withMessageContaining("prices[0]");
    }

    @Test
    void refusesTwoPricesOfOneModelOnOneDay() {
        assertThatExceptionOfType(InputException.class)
                .isThrownBy(() -> list(ENTRY + "," + ENTRY.replace("\"m\"", "\"n\"")))
                .withMessageContaining("two prices of 'm-latest'");
    }

    @Test
    void refusesAnotherFormatAndWhatIsNoJson() throws IOException {
        Path file = folder.resolve("prices.json");
        Files.writeString(file, "{\"format\":2}");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> PriceList.read(file))
                .withMessageContaining("format 2");
        Files.writeString(file, "prices");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> PriceList.read(file))
                .withMessageContaining("is not JSON");
        assertThatExceptionOfType(InputException.class).isThrownBy(() -> PriceList.read(folder.resolve("none.json")))
                .withMessageContaining("there is no such file");
    }

    @Test
    void pricesNothingOfALocalModelAndSaysSo() {
        Pricing pricing = Pricing.of(Optional.empty(), CostFactors.NONE, client("gpt-4o", ServingHost.LOCAL), DAY);

        assertThat(pricing.basis()).isEqualTo(Pricing.Basis.LOCAL);
        assertThat(pricing.prices()).isEqualTo(TokenPrices.FREE);
        assertThat(pricing.source()).startsWith("local");
    }

    @Test
    void letsTheUsersListWinOverEverything() throws IOException {
        Optional<PriceList> own = Optional.of(list(ENTRY));

        assertThat(Pricing.of(own, CostFactors.NONE, client("m", ServingHost.LOCAL), DAY).basis())
                .isEqualTo(Pricing.Basis.OWN_LIST);
        assertThat(Pricing.of(own, CostFactors.NONE, client("gpt-4o", ServingHost.REMOTE), DAY).basis())
                .isEqualTo(Pricing.Basis.SHIPPED_LIST);
    }

    @Test
    void takesAPaidMachineForTheUsersOwn() {
        CostFactors factors = new CostFactors(Optional.of(BigDecimal.TEN), Optional.empty(), OptionalDouble.empty(),
                OptionalDouble.empty());

        assertThat(Pricing.of(Optional.empty(), factors, client("m", ServingHost.REMOTE), DAY).basis())
                .isEqualTo(Pricing.Basis.OWN_MACHINE);
    }

    @Test
    void leavesAnUnknownPriceUnknownAndSaysWhatToDo() {
        Pricing pricing = Pricing.of(Optional.empty(), CostFactors.NONE, client("m", ServingHost.REMOTE), DAY);

        assertThat(pricing.basis()).isEqualTo(Pricing.Basis.UNKNOWN);
        assertThat(pricing.prices()).isEqualTo(TokenPrices.UNKNOWN);
        assertThat(pricing.source()).contains("no price of 'm' at api.openai.com", "Give a price list");
    }

    @Test
    void readsPricesOfTools() throws IOException {
        Path file = folder.resolve("tools.json");
        Files.writeString(file,
                "{\"format\":1,\"version\":\"1\",\"as_of\":\"2025-01-01\",\"tools\":[{\"tool\":\"search\","
                        + "\"usd_per_call\":0.01,\"valid_from\":\"2025-01-01\",\"source\":\"a page\"}]}");

        assertThat(Pricing.of(Optional.of(PriceList.read(file)), CostFactors.NONE, client("m", ServingHost.LOCAL), DAY)
                .tools()).isEqualTo(Map.of("search", new BigDecimal("0.01")));
    }

    @Test
    void refusesFactorsThatCannotBe() {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new CostFactors(Optional.empty(), Optional.empty(), OptionalDouble.empty(),
                        OptionalDouble.of(0.9)))
                .withMessageContaining("The power usage effectiveness").withMessageContaining("1 to 10");
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> new CostFactors(Optional.of(new BigDecimal("-1")), Optional.empty(),
                        OptionalDouble.empty(), OptionalDouble.empty()))
                .withMessageContaining("The cost of an hour");
        assertThatExceptionOfType(ConfigurationException.class).isThrownBy(() -> new CostFactors(Optional.empty(),
                Optional.empty(), OptionalDouble.of(Double.NaN), OptionalDouble.empty()))
                .withMessageContaining("The carbon intensity");
    }

    private static TokenPrices shipped(String host, String model) {
        return PriceList.shipped().find(model, Optional.of(URI.create("https://" + host + "/v1")),
                LocalDate.of(2026, 11, 22)).orElseThrow().prices();
    }

    private static ClientInfo client(String model, ServingHost host) {
        return new ClientInfo("openai", model, Optional.of(OPENAI), host, Map.of());
    }

    private PriceList list(String entries) throws IOException {
        Path file = folder.resolve("prices.json");
        Files.writeString(file,
                "{\"format\":1,\"version\":\"1\",\"as_of\":\"2025-01-01\",\"prices\":[" + entries + "]}");
        return PriceList.read(file);
    }
}
