package dev.ipw.cost;

import dev.ipw.error.InputException;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.number.Money;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Hold a dated list of prices. A model is found by its exact id or a declared alias, never by how its name begins; of several
 * prices the one that was valid on a day counts.
 *
 * @param name    where the list comes from: a file's name, or {@value #SHIPPED}
 * @param version the list's own version
 * @param asOf    the day on which the prices were last looked at
 * @param models  prices of tokens
 * @param tools   prices of calls
 */
public record PriceList(String name, String version, LocalDate asOf, List<ModelPrice> models, List<ToolPrice> tools) {
    /** The name of the list that comes with this library. */
    public static final String SHIPPED = "shipped";
    private static final String RESOURCE = "prices.json";
    private static final long MOST_BYTES = 4L << 20;

    /** Copies the lists and refuses nulls. */
    public PriceList {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(asOf, "asOf");
        models = List.copyOf(models);
        tools = List.copyOf(tools);
    }

    /**
     * Reads a list of one's own.
     *
     * @param file JSON, as docs/cost.md shows it, or the {@code data.json} of genai-prices, which counts as looked at on
     *             the day on which the file was last changed
     * @return the list
     * @throws InputException if it cannot be read, a price is no plain number of dollars, or two entries contradict each
     *                        other
     */
    public static PriceList read(Path file) {
        String json = new String(BoundedFile.read(file, MOST_BYTES), StandardCharsets.UTF_8);
        return PriceListReader.read(String.valueOf(file.getFileName()), file.toAbsolutePath().toString(), json,
                changed(file));
    }

    private static LocalDate changed(Path file) {
        try {
            return LocalDate.ofInstant(Files.getLastModifiedTime(file).toInstant(), ZoneOffset.UTC);
        } catch (IOException gone) {
            throw new InputException(file + " cannot be read: " + gone.getMessage() + ". Give another price file",
                    gone);
        }
    }

    /**
     * Returns the list that comes with this library. It is short, and it ages: its date says from when it is.
     *
     * @return the list
     */
    public static PriceList shipped() {
        try (InputStream in = Objects.requireNonNull(PriceList.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return PriceListReader.read(SHIPPED, "the shipped price list",
                    new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            throw new InputException("The shipped price list cannot be read: " + unreadable.getMessage()
                    + ". The jar is damaged; get it again", unreadable);
        }
    }

    /**
     * Finds what a model costs.
     *
     * @param model    its exact id
     * @param endpoint where it is asked
     * @param day      when
     * @return the newest price that was valid on that day; empty if there is none
     */
    public Optional<ModelPrice> find(String model, Optional<URI> endpoint, LocalDate day) {
        return models.stream().filter(one -> one.isOf(model, endpoint) && !one.validFrom().isAfter(day))
                .max(Comparator.comparing(ModelPrice::validFrom));
    }

    /**
     * Returns what calls of tools cost on a day.
     *
     * @param day when
     * @return the prices by the tools' names
     */
    public Map<String, ToolPrice> tools(LocalDate day) {
        Map<String, ToolPrice> valid = new HashMap<>();
        tools.stream().filter(one -> !one.validFrom().isAfter(day))
                .sorted(Comparator.comparing(ToolPrice::validFrom)).forEach(one -> valid.put(one.tool(), one));
        return valid;
    }

    /**
     * Hold what one model costs at one provider from a day on.
     *
     * @param provider  the provider's name for a person
     * @param hosts     where it is asked, and nowhere else; empty for wherever the model is asked
     * @param model     the model's exact id
     * @param aliases   further ids that mean the same model
     * @param rule      how models and hosts are told where a list does it by rules; without it by the ids and hosts
     * @param validFrom the first day on which the prices held; {@link LocalDate#MIN} where a list tells none
     * @param prices    the prices
     * @param source    where they come from, in words
     */
    public record ModelPrice(String provider, List<String> hosts, String model, List<String> aliases,
            Optional<Rule> rule,
            LocalDate validFrom, TokenPrices prices, String source) {
        /** Match the models and hosts of a price. */
        @FunctionalInterface
        public interface Rule {
            /**
             * Looks at a model.
             *
             * @param model    its id, as it is asked
             * @param endpoint where it is asked
             * @return true if the price is its price
             */
            boolean isOf(String model, Optional<URI> endpoint);
        }

        /**
         * Keeps a price of exact ids.
         *
         * @param provider  the provider's name for a person
         * @param hosts     where it is asked, and nowhere else; empty for wherever the model is asked
         * @param model     the model's exact id
         * @param aliases   further ids that mean the same model
         * @param validFrom the first day on which the prices held
         * @param prices    the prices
         * @param source    where they come from, in words
         */
        public ModelPrice(String provider, List<String> hosts, String model, List<String> aliases, LocalDate validFrom,
                TokenPrices prices, String source) {
            this(provider, hosts, model, aliases, Optional.empty(), validFrom, prices, source);
        }

        /** Copies the lists and refuses nulls. */
        public ModelPrice {
            Objects.requireNonNull(provider, "provider");
            Objects.requireNonNull(model, "model");
            Objects.requireNonNull(rule, "rule");
            Objects.requireNonNull(validFrom, "validFrom");
            Objects.requireNonNull(prices, "prices");
            Objects.requireNonNull(source, "source");
            hosts = List.copyOf(hosts);
            aliases = List.copyOf(aliases);
        }

        boolean isOf(String asked, Optional<URI> endpoint) {
            if (rule.isPresent()) {
                return rule.get().isOf(asked, endpoint);
            }
            boolean here = hosts.isEmpty()
                    || endpoint.map(URI::getHost).filter(host -> hosts.stream().anyMatch(host::equalsIgnoreCase))
                            .isPresent();
            return here && (model.equals(asked) || aliases.contains(asked));
        }
    }

    /**
     * Hold what each kind of token costs, in US dollars per million. Absent means unknown; nothing costs zero unless it
     * says so.
     *
     * @param input          tokens of the prompt that no cache had and none took
     * @param cachedInput    tokens of the prompt that came from a cache
     * @param cacheWrite     tokens of the prompt that a cache took for its shortest time, five minutes at Anthropic
     * @param cacheWriteHour tokens of the prompt that a cache took for an hour
     * @param output         tokens of the answer without reasoning
     * @param reasoning      tokens of reasoning
     * @param longPrompts    other prices of all tokens of a request whose prompt is longer, the shortest first
     */
    public record TokenPrices(Optional<BigDecimal> input, Optional<BigDecimal> cachedInput,
            Optional<BigDecimal> cacheWrite,
            Optional<BigDecimal> cacheWriteHour, Optional<BigDecimal> output, Optional<BigDecimal> reasoning,
            List<LongPromptPrices> longPrompts) {
        private static final Optional<BigDecimal> NOTHING = Optional.of(BigDecimal.ZERO);
        /** No price is known. */
        public static final TokenPrices UNKNOWN = new TokenPrices(Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty());
        /** Tokens are not paid for. */
        public static final TokenPrices FREE = new TokenPrices(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING,
                List.of());

        /** Refuses nulls, write each price in its shortest form and put the shortest prompts first. */
        public TokenPrices {
            Objects.requireNonNull(input, "input");
            input = input.map(Money::shortest);
            cachedInput = cachedInput.map(Money::shortest);
            cacheWrite = cacheWrite.map(Money::shortest);
            cacheWriteHour = cacheWriteHour.map(Money::shortest);
            output = output.map(Money::shortest);
            reasoning = reasoning.map(Money::shortest);
            longPrompts = longPrompts.stream().sorted(Comparator.comparingLong(LongPromptPrices::aboveTokens)).toList();
        }

        /**
         * Keeps prices that hold for a prompt of any length, where nothing is known of writing to a cache.
         *
         * @param input       tokens of the prompt that no cache had
         * @param cachedInput tokens of the prompt that came from a cache
         * @param output      tokens of the answer without reasoning
         * @param reasoning   tokens of reasoning
         */
        public TokenPrices(Optional<BigDecimal> input, Optional<BigDecimal> cachedInput, Optional<BigDecimal> output,
                Optional<BigDecimal> reasoning) {
            this(input, cachedInput, Optional.empty(), Optional.empty(), output, reasoning, List.of());
        }

        /**
         * Chooses by the length of a prompt: a longer one's prices hold for all tokens of its request.
         *
         * @param promptTokens the whole prompt, what a cache had of it included; empty if not counted
         * @return the prices of its request; none where they depend on a length that was not counted
         */
        public TokenPrices forPrompt(OptionalLong promptTokens) {
            if (longPrompts.isEmpty()) {
                return this;
            }
            if (promptTokens.isEmpty()) {
                return UNKNOWN;
            }
            TokenPrices chosen = this;
            for (LongPromptPrices longer : longPrompts) {
                chosen = promptTokens.getAsLong() > longer.aboveTokens() ? longer.prices() : chosen;
            }
            return chosen;
        }

        /**
         * Hold what tokens cost in requests with long prompts.
         *
         * @param aboveTokens the longest prompt for which they do not hold yet
         * @param prices      the prices
         */
        public record LongPromptPrices(long aboveTokens, TokenPrices prices) {
            /** Refuses nulls. */
            public LongPromptPrices {
                Objects.requireNonNull(prices, "prices");
            }
        }
    }

    /**
     * Hold what one call of a tool costs from a day on.
     *
     * @param tool       the tool's name
     * @param perCallUsd US dollars for a call
     * @param validFrom  the first day on which the price held
     * @param source     where it comes from, in words
     */
    public record ToolPrice(String tool, BigDecimal perCallUsd, LocalDate validFrom, String source) {
        /** Refuses nulls. */
        public ToolPrice {
            Objects.requireNonNull(tool, "tool");
            Objects.requireNonNull(validFrom, "validFrom");
            Objects.requireNonNull(source, "source");
            perCallUsd = Money.shortest(perCallUsd);
        }
    }
}
