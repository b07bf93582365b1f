package dev.ipw.energy.internal;

/**
 * The readings of a series with the marks of the steps between them, so that both are thinned together.
 *
 * @param samples   the reported joules
 * @param lowest    the lower bound of each reading; the samples themselves unless the series is an estimate
 * @param highest   the upper bound of each reading
 * @param resets    steps in which the counter restarted
 * @param wraps     steps in which it passed its range
 * @param gaps      steps in which readings are missing
 * @param unknown   steps whose joules are not all known
 * @param throttled steps in which the device was throttled
 * @param late      readings that came late, or took long
 */
record SeriesReadings(SampleColumns samples, SampleColumns lowest, SampleColumns highest, StepMarks resets,
        StepMarks wraps, StepMarks gaps, StepMarks unknown, StepMarks throttled, StepMarks late) {
    static SeriesReadings plain() {
        SampleColumns samples = new SampleColumns();
        return new SeriesReadings(samples, samples, samples, new StepMarks(), new StepMarks(), new StepMarks(),
                new StepMarks(), new StepMarks(), new StepMarks());
    }

    static SeriesReadings bounded() {
        SeriesReadings plain = plain();
        return new SeriesReadings(plain.samples, new SampleColumns(), new SampleColumns(), plain.resets, plain.wraps,
                plain.gaps, plain.unknown, plain.throttled, plain.late);
    }

    int size() {
        return samples.size();
    }

    boolean isBounded() {
        return lowest != samples;
    }

    /** Copies the first readings, with the marks of the steps up to them. */
    SeriesReadings first(int count) {
        SampleColumns copy = samples.first(count);
        return new SeriesReadings(copy, isBounded() ? lowest.first(count) : copy,
                isBounded() ? highest.first(count) : copy, resets.before(count), wraps.before(count),
                gaps.before(count), unknown.before(count), throttled.before(count), late.before(count));
    }

    /** Removes part of the older readings. A step that absorbs others gets the marks of each of them. */
    SeriesReadings thinned(Thinning thinning) {
        SampleColumns copy = samples.thinned(thinning);
        return new SeriesReadings(copy, isBounded() ? lowest.thinned(thinning) : copy,
                isBounded() ? highest.thinned(thinning) : copy, resets.thinned(thinning), wraps.thinned(thinning),
                gaps.thinned(thinning), unknown.thinned(thinning), throttled.thinned(thinning), late.thinned(thinning));
    }
}
