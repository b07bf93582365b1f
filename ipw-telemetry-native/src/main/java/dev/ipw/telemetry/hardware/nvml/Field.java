package dev.ipw.telemetry.hardware.nvml;

/** A number that NVML returns in a batch, with the part of the machine that it is requested for. */
enum Field {
    MEMORY_TEMPERATURE(82, Field.OF_GPU, 1),
    ENERGY(83, Field.OF_GPU, 1),
    ENERGY_OF_SCOPE(191, Field.OF_GPU, 1),
    AVERAGE_POWER(185, Field.OF_GPU, 1e-3),
    INSTANT_POWER(186, Field.OF_GPU, 1e-3),
    MODULE_ENERGY(191, Field.OF_MODULE, 1),
    MODULE_INSTANT_POWER(186, Field.OF_MODULE, 1e-3);

    private static final int OF_GPU = 0;
    private static final int OF_MODULE = 1;

    private final int id;
    private final int scopeId;
    private final double scale;

    Field(int id, int scopeId, double scale) {
        this.id = id;
        this.scopeId = scopeId;
        this.scale = scale;
    }

    int id() {
        return id;
    }

    int scopeId() {
        return scopeId;
    }

    /** Returns the size of one count in the sensor's unit: NVML counts milliwatts, and millijoules that stay counts. */
    double scale() {
        return scale;
    }

    boolean isEnergy() {
        return this == ENERGY || this == ENERGY_OF_SCOPE || this == MODULE_ENERGY;
    }
}
