package dev.ipw.examples.embedded;

import dev.ipw.dataset.Dataset;
import dev.ipw.dataset.DatasetContext;
import dev.ipw.dataset.DatasetProvider;
import dev.ipw.error.ConfigurationException;
import dev.ipw.plugin.Parameters;

/** The provider of arithmetic questions that the embedded models never saw in training. */
public final class ArithmeticDatasetProvider implements DatasetProvider {
    static final String ID = "arithmetic";
    private static final int DEFAULT_SIZE = 500;
    private static final int LARGEST_SIZE = 100_000;
    private static final long DEFAULT_SEED = 2024;

    /** Creates the provider. */
    public ArithmeticDatasetProvider() {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public String description() {
        return "sums, differences and products held apart from the embedded model's training; parameters size, seed";
    }

    @Override
    public Dataset open(DatasetContext context, Parameters parameters) {
        int size = parameters.integer("size").orElse(DEFAULT_SIZE);
        long seed = parameters.wholeNumber("seed").orElse(DEFAULT_SEED);
        if (size < 1 || size > LARGEST_SIZE) {
            throw new ConfigurationException("Parameter 'size' of dataset " + ID + " must be from 1 to " + LARGEST_SIZE
                    + ", not " + size);
        }
        parameters.rejectUnknown();
        return new ArithmeticDataset(seed, size);
    }
}
