package dev.ipw.statistics.internal;

/**
 * The increase of the variance of a mean by clusters, such as the answers to one question that was asked several times:
 * the variance of the sums of clusters relative to that of independent values (Liang and Zeger, 1986). It stores one
 * sum for each cluster.
 */
public final class Clusters {
    private static final int FIRST_SLOTS = 16;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private long[] keys = new long[FIRST_SLOTS];
    private double[] sums = new double[FIRST_SLOTS];
    /** The number of values in each slot; 0 if the slot is free. */
    private int[] sizes = new int[FIRST_SLOTS];
    private int clusters;
    private long count;
    private double sum;
    private double squares;

    /** Creates an empty instance. */
    public Clusters() {}

    /**
     * Adds a value.
     *
     * @param cluster its cluster
     * @param value   the value, finite
     */
    public void add(long cluster, double value) {
        if (clusters * 2 >= keys.length) {
            grow();
        }
        int slot = slot(keys, sizes, cluster);
        clusters += sizes[slot] == 0 ? 1 : 0;
        keys[slot] = cluster;
        sizes[slot]++;
        sums[slot] += value;
        count++;
        sum += value;
        squares += value * value;
    }

    /**
     * Returns the dependence of values that belong to clusters.
     *
     * @param values   finite values
     * @param clusters the cluster of each
     * @return {@link #dependence()} of them
     */
    public static Dependence dependence(double[] values, long[] clusters) {
        Clusters all = new Clusters();
        for (int index = 0; index < values.length; index++) {
            all.add(clusters[index], values[index]);
        }
        return all.dependence();
    }

    private void grow() {
        long[] newKeys = new long[2 * keys.length];
        double[] newSums = new double[newKeys.length];
        int[] newSizes = new int[newKeys.length];
        for (int old = 0; old < keys.length; old++) {
            if (sizes[old] > 0) {
                int slot = slot(newKeys, newSizes, keys[old]);
                newKeys[slot] = keys[old];
                newSums[slot] = sums[old];
                newSizes[slot] = sizes[old];
            }
        }
        keys = newKeys;
        sums = newSums;
        sizes = newSizes;
    }

    private static int slot(long[] keys, int[] sizes, long key) {
        int slot = (int) ((key * SPREAD) >>> Integer.SIZE) & (keys.length - 1);
        while (sizes[slot] > 0 && keys[slot] != key) {
            slot = (slot + 1) & (keys.length - 1);
        }
        return slot;
    }

    /**
     * Returns the dependence of the values of a cluster. Values that do not vary are worth one for each cluster,
     * because no evidence shows otherwise.
     *
     * @return {@link Dependence#none} where each value is a cluster of its own; its effective size is the number of
     *         clusters
     */
    public Dependence dependence() {
        double mean = sum / count;
        double squaredDeviations = 0;
        for (int slot = 0; slot < keys.length; slot++) {
            double beside = sums[slot] - sizes[slot] * mean;
            squaredDeviations += beside * beside;
        }
        return dependence(count, clusters, sum, squares, squaredDeviations);
    }

    /**
     * Computes the dependence from the numbers of values and clusters, and from the deviations of the clusters' sums
     * from those of the mean.
     */
    static Dependence dependence(long count, int clusters, double sum, double squares, double squaredDeviations) {
        if (clusters == count) {
            return Dependence.none((int) Math.min(Integer.MAX_VALUE, count));
        }
        double mean = sum / count;
        double variance = squares / count - mean * mean;
        boolean varies = clusters > 1 && variance > 1e-12 * squares / count;
        double inflation = varies
                ? squaredDeviations / count / variance * clusters / (clusters - 1)
                : (double) count / clusters;
        // Few clusters are weak evidence of their variance, so that Student's law holds even where it looks small.
        return new Dependence(Math.clamp(inflation, Math.nextUp(1.0), (double) count), clusters);
    }

    /**
     * Computes a cluster's key from its name: FNV-1a over the text and its length. Among a million names two share a
     * key with a chance of 1 in 30 million.
     *
     * @param name the name
     * @return the key
     */
    public static long key(String name) {
        return key(OFFSET, name);
    }

    /**
     * Extends a key by another text.
     *
     * @param before the key so far
     * @param text   the text
     * @return the key of both
     */
    public static long key(long before, String text) {
        long hash = (before ^ text.length()) * PRIME;
        for (int index = 0; index < text.length(); index++) {
            hash = (hash ^ text.charAt(index)) * PRIME;
        }
        return hash ^ (hash >>> Integer.SIZE);
    }
}
