package dev.ipw.results.internal.meterlog;

/**
 * The times at which tokens of a request arrived, in two to three bytes each where each time is that of one token.
 *
 * @param micros the times, in microseconds since the anchor of the meter's clock
 * @param tokens the tokens of each time
 */
public record TokenStamps(long[] micros, float[] tokens) {
    /** The largest whole number of tokens that is not kept as a fraction. */
    private static final int MAX_WHOLE = 1 << 20;

    String packed() {
        PackedOutput out = new PackedOutput();
        SteadyTimes times = new SteadyTimes();
        out.count(micros.length);
        for (long time : micros) {
            times.write(time, out);
        }
        for (int from = 0, to; from < tokens.length; from = to) {
            to = from + 1;
            while (to < tokens.length && Float.compare(tokens[to], tokens[from]) == 0) {
                to++;
            }
            out.count(to - from);
            boolean isWhole = tokens[from] >= 0 && tokens[from] < MAX_WHOLE && tokens[from] == (int) tokens[from];
            out.count(isWhole
                    ? (long) tokens[from] << 1
                    : (Float.floatToRawIntBits(tokens[from]) & 0xFFFFFFFFL) << 1 | 1);
        }
        return out.base64();
    }

    static TokenStamps unpacked(String base64) {
        PackedInput in = new PackedInput(base64);
        SteadyTimes times = new SteadyTimes();
        int count = in.length();
        TokenStamps stamps = new TokenStamps(new long[count], new float[count]);
        for (int i = 0; i < count; i++) {
            stamps.micros[i] = times.read(in);
        }
        for (int from = 0; from < count;) {
            long run = in.count();
            long coded = in.count();
            float tokens = (coded & 1) == 0 ? coded >>> 1 : Float.intBitsToFloat((int) (coded >>> 1));
            if (run < 1 || run > count - from) {
                throw new IllegalArgumentException("a run of " + run + " times has too few of them");
            }
            for (int end = from + (int) run; from < end; from++) {
                stamps.tokens[from] = tokens;
            }
        }
        return stamps;
    }
}
