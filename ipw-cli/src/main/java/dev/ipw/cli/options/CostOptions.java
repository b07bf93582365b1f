package dev.ipw.cli.options;

import dev.ipw.compute.ModelCard;
import dev.ipw.compute.Precision;
import dev.ipw.cost.CostFactors;
import dev.ipw.cost.PriceList;
import dev.ipw.hosted.HostedTable;
import dev.ipw.settings.CostSettings;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Option;

/** The options about money and the model's sizes. */
public final class CostOptions {
    @Option(names = "--prices", paramLabel = "FILE",
            description = "Prices of tokens and tools, as docs/cost.md shows them; they win over the shipped list.")
    private Optional<Path> prices = Optional.empty();

    @Option(names = "--cost-per-hour", paramLabel = "USD",
            description = "Cost of the machine per hour, in US dollars.")
    private Optional<BigDecimal> costPerHour = Optional.empty();

    @Option(names = "--electricity-price", paramLabel = "USD",
            description = "Price of a kilowatt-hour, in US dollars.")
    private Optional<BigDecimal> electricityPrice = Optional.empty();

    @Option(names = "--carbon-intensity", paramLabel = "G",
            description = "Grams of CO2 and its equivalents behind a kilowatt-hour.")
    private Optional<Double> carbonIntensity = Optional.empty();

    @Option(names = "--pue", paramLabel = "X",
            description = "Power usage effectiveness (PUE) of the data centre, such as 1.2. Default: joules "
                    + "count as measured.")
    private Optional<Double> pue = Optional.empty();

    @Option(names = "--model-config", paramLabel = "FILE",
            description = "The model's config.json or GGUF file: its sizes tell how much work a token is. Default: a short"
                    + " list of well-known models.")
    private Optional<Path> modelConfig = Optional.empty();

    @Option(names = "--precision", paramLabel = "P",
            description = "Number format of the model's matrix products: bf16, fp16, fp8, int8, fp4 or fp32. "
                    + "Default: what its"
                    + " config says.")
    private Optional<String> precision = Optional.empty();

    @Option(names = "--estimate-hosted",
            description = "Estimate the joules of a model that others host from its billed tokens, beside the measured"
                    + " figures and never among them (docs/hosted.md).")
    private boolean estimateHosted;

    @Option(names = "--hosted-models", paramLabel = "FILE",
            description = "Sizes of hosted models for that estimate, as docs/hosted.md shows them, in place of the"
                    + " shipped table.")
    private Optional<Path> hostedModels = Optional.empty();

    /** Returns the settings from the options; reads the named files. */
    public CostSettings settings() {
        return new CostSettings(prices.map(PriceList::read),
                new CostFactors(costPerHour, electricityPrice, real(carbonIntensity), real(pue)),
                modelConfig.map(ModelCard::read), precision.map(Precision::named), hosted());
    }

    private Optional<HostedTable> hosted() {
        return hostedModels.map(HostedTable::read)
                .or(() -> estimateHosted ? Optional.of(HostedTable.shipped()) : Optional.empty());
    }

    private static OptionalDouble real(Optional<Double> value) {
        return value.map(OptionalDouble::of).orElse(OptionalDouble.empty());
    }
}
