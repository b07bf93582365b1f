package dev.ipw.hosted;

/**
 * The published regression of the cost of an output token over active parameters and requests in a batch, fitted by the
 * authors of EcoLogits to ML.ENERGY's measurements on H100 with 80 GB, batches up to 512 and models up to 200 billion
 * parameters: Rincé and Banse, <i>EcoLogits: Evaluating the Environmental Impacts of Generative AI</i>, Journal of Open
 * Source Software 2025, doi 10.21105/joss.07471, and its methodology, 2025.
 */
final class DecodeFit {
    private static final double JOULES_PER_WATT_HOUR = 3600;
    private static final double WATT_HOURS_PER_BILLION = 1.1665273170451914e-6;
    private static final double DECAY_PER_REQUEST = -0.011205921025579175;
    private static final double WATT_HOURS_FIXED = 4.052928146734005e-5;
    private static final double SECONDS_PER_BILLION = 6.785088094353663e-4;
    private static final double SECONDS_PER_REQUEST = 3.119310311688259e-4;
    private static final double SECONDS_FIXED = 1.9473717579473387e-2;
    private static final double GPU_GIGABYTES = 80;
    private static final double ROOM_BESIDE_WEIGHTS = 1.2;
    private static final double BITS_PER_BYTE = 8;
    private static final double SERVER_WATTS = 1200;
    private static final int SERVER_GPUS = 8;

    private DecodeFit() {}

    /** Returns the joules of all GPUs for an output token. */
    static double gpuJoules(double activeBillions, double batch, int gpus) {
        return JOULES_PER_WATT_HOUR * gpus
                * (WATT_HOURS_PER_BILLION * Math.exp(DECAY_PER_REQUEST * batch) * activeBillions + WATT_HOURS_FIXED);
    }

    /** Returns the joules of the rest of the server for an output token: its share by GPUs and by requests. */
    static double serverJoules(double activeBillions, double batch, int gpus) {
        double seconds = SECONDS_PER_BILLION * activeBillions + SECONDS_PER_REQUEST * batch + SECONDS_FIXED;
        return SERVER_WATTS * gpus / SERVER_GPUS * seconds / batch;
    }

    /** Returns the GPUs that hold the weights: a power of two. */
    static int gpus(double totalBillions, double weightBits) {
        double needed = Math.ceil(ROOM_BESIDE_WEIGHTS * totalBillions * weightBits / BITS_PER_BYTE / GPU_GIGABYTES);
        int gpus = 1;
        while (gpus < needed) {
            gpus *= 2;
        }
        return gpus;
    }
}
