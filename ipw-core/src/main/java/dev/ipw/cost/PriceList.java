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
import org.apiguardian.api.API;

/**
 * A dated list of prices. A model is found by its exact id or a declared alias, never by the beginning of its name; of
 * several prices the one that was valid on a day counts.
 *
 * @param name    the origin of the list: a file's name, or {@value #SHIPPED}
 * @param version the list's own version
 * @param asOf    the day on which the prices were last checked
 * @param models  prices of tokens
 * @param tools   prices of calls
 */
@API(status = API.Status.EXPERIMENTAL)
public record PriceList(String name, String version, LocalDate asOf, List<ModelPrice> models, List<ToolPrice> tools) {
    /** The name of the list that comes with this library. */
    public static final String SHIPPED = "shipped";
    private static final String RESOURCE = "prices.json";
    private static final long MAX_BYTES = 4L << 20;

    /** Copies the lists and refuses nulls. */
    public PriceList {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(asOf, "asOf");
        models = List.copyOf(models);
        tools = List.copyOf(tools);
    }

    /**
     * Reads a user's own list.
     *
     * @param file JSON, as docs/cost.md shows it, or the {@code data.json} of genai-prices, which counts as checked on
     *             the day on which the file was last changed
     * @return the list
     * @throws InputException if it cannot be read, a price is not a plain number of dollars, or two entries contradict
     *         each other
     */
    public static PriceList read(Path file) {
        String json = new String(BoundedFile.read(file, MAX_BYTES), StandardCharsets.UTF_8);
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
     * Returns the list that comes with this library. It is short, and it ages: its date shows its age.
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
     * Finds the price of a model.
     *
     * @param model    its exact id
     * @param endpoint the address of the server
     * @param day      the day
     * @return the newest price that was valid on that day; empty if there is none
     */
    public Optional<ModelPrice> find(String model, Optional<URI> endpoint, LocalDate day) {
        return models.stream().filter(one -> one.isOf(model, endpoint) && !one.validFrom().isAfter(day))
                .max(Comparator.comparing(ModelPrice::validFrom));
    }

    /**
     * Returns the prices of tool calls on a day.
     *
     * @param day the day
     * @return the prices by the tools' names
     */
    public Map<String, ToolPrice> tools(LocalDate day) {
        Map<String, ToolPrice> valid = new HashMap<>();
        tools.stream().filter(one -> !one.validFrom().isAfter(day))
                .sorted(Comparator.comparing(ToolPrice::validFrom)).forEach(one -> valid.put(one.tool(), one));
        return valid;
    }

    /**
     * The prices of one model at one provider from a day onward.
     *
     * @param provider  the provider's display name
     * @param hosts     the hosts to which the price is limited; empty for every host
     * @param model     the model's exact id
     * @param aliases   further ids of the same model
     * @param rule      the rule that matches models and hosts, if a list has one; without it the ids and hosts decide
     * @param validFrom the first day on which the prices were valid; {@link LocalDate#MIN} if a list has no day
     * @param prices    the prices
     * @param source    the source of the prices in plain words
     */
    public record ModelPrice(String provider, List<String> hosts, String model, List<String> aliases,
            Optional<Rule> rule,
            LocalDate validFrom, TokenPrices prices, String source) {
        /** The matching of models and hosts of a price. */
        @FunctionalInterface
        public interface Rule {
            /**
             * Returns whether the price applies to a model.
             *
             * @param model    its requested id
             * @param endpoint the address of the server
             * @return true if the price is the model's
             */
            boolean isOf(String model, Optional<URI> endpoint);
        }

        /**
         * Creates a price of exact ids.
         *
         * @param provider  the provider's display name
         * @param hosts     the hosts to which the price is limited; empty for every host
         * @param model     the model's exact id
         * @param aliases   further ids of the same model
         * @param validFrom the first day on which the prices were valid
         * @param prices    the prices
         * @param source    the source of the prices in plain words
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
     * The price of each kind of token, in US dollars per million. Absent means unknown; a price is zero only if it is
     * given as zero.
     *
     * @param input          tokens of the prompt that were neither read from a cache nor written to one
     * @param cachedInput    tokens of the prompt that came from a cache
     * @param cacheWrite     tokens of the prompt that were written to a cache for its shortest time, five minutes at
     *                       Anthropic
     * @param cacheWriteHour tokens of the prompt that were written to a cache for an hour
     * @param output         tokens of the answer without reasoning
     * @param reasoning      tokens of reasoning
     * @param longPrompts    other prices of all tokens of a request whose prompt is longer, the shortest first
     */
    public record TokenPrices(Optional<BigDecimal> input, Optional<BigDecimal> cachedInput,
            Optional<BigDecimal> cacheWrite,
            Optional<BigDecimal> cacheWriteHour, Optional<BigDecimal> output, Optional<BigDecimal> reasoning,
            List<LongPromptPrices> longPrompts) {
        private static final Optional<BigDecimal> NOTHING = Optional.of(BigDecimal.ZERO);
        /** Unknown prices. */
        public static final TokenPrices UNKNOWN = new TokenPrices(Optional.empty(), Optional.empty(), Optional.empty(),
                Optional.empty());
        /** Prices of zero, for tokens that are not paid. */
        public static final TokenPrices FREE = new TokenPrices(NOTHING, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING,
                List.of());

        /** Refuses nulls, writes each price in its shortest form and puts the shortest prompts first. */
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
         * Creates prices for a prompt of any length, with unknown prices of writing to a cache.
         *
         * @param input       tokens of the prompt that did not come from a cache
         * @param cachedInput tokens of the prompt that came from a cache
         * @param output      tokens of the answer without reasoning
         * @param reasoning   tokens of reasoning
         */
        public TokenPrices(Optional<BigDecimal> input, Optional<BigDecimal> cachedInput, Optional<BigDecimal> output,
                Optional<BigDecimal> reasoning) {
            this(input, cachedInput, Optional.empty(), Optional.empty(), output, reasoning, List.of());
        }

        /**
         * Returns the prices for the length of a prompt: a longer prompt's prices apply to all tokens of its request.
         *
         * @param promptTokens the length of the whole prompt, with the part from a cache; empty if not counted
         * @return the prices of its request; unknown if they depend on a length that was not counted
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
         * The prices of tokens in requests with long prompts.
         *
         * @param aboveTokens the maximum length of a prompt to which they do not apply
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
     * The price of one call of a tool from a day onward.
     *
     * @param tool       the tool's name
     * @param perCallUsd US dollars for a call
     * @param validFrom  the first day on which the price was valid
     * @param source     the source of the price in plain words
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
