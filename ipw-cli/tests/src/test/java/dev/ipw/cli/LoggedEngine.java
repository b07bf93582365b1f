package dev.ipw.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Logs of a simulated device and the requests that it served, with the joules that it truly used. Power is that of an
 * instant, and joules are its sum over milliseconds.
 *
 * @param samples     lines of samples
 * @param requests    lines of requests
 * @param readings    which lines of the samples hold a reading, in order
 * @param trueJoules  what the device used from its first reading to its last
 * @param limitWatts  its limit
 * @param spanSeconds from its first reading to its last
 * @param periodSeconds from one reading to the next
 * @param counted     true if the samples hold a counter
 */
record LoggedEngine(List<String> samples, List<String> requests, List<Integer> readings, double trueJoules,
        double limitWatts, double spanSeconds, double periodSeconds, boolean counted) {
    private static final long MILLISECOND = 1_000_000L;

    /** Draw a run of some seconds. */
    static LoggedEngine drawn(SplittableRandom random) {
        double idle = 20 + random.nextInt(80);
        double each = 30 + random.nextInt(150);
        double limit = 400 + random.nextInt(600);
        int millis = 2_000 + random.nextInt(6_000);
        long origin = random.nextBoolean() ? 0 : 1_700_000_000_000_000_000L + random.nextInt(1_000_000);
        int[] open = new int[millis + 1];
        List<String> requests = new ArrayList<>();
        int wanted = 1 + random.nextInt(8);
        for (int i = 0; i < wanted; i++) {
            int start = 200 + random.nextInt(millis - 1_200);
            int end = start + 100 + random.nextInt(900);
            for (int at = start; at < end; at++) {
                open[at]++;
            }
            requests.add(request(random, i, origin, start, end));
        }
        double[] watts = new double[millis + 1];
        for (int at = 0; at <= millis; at++) {
            watts[at] = Math.min(limit, idle + each * Math.min(open[at], 4) + random.nextDouble() * 5);
        }
        return logged(random, origin, watts, limit, idle, requests);
    }

    private static String request(SplittableRandom random, int number, long origin, int start, int end) {
        StringBuilder line = new StringBuilder();
        int first = start + (end - start) / 4;
        line.append(String.format(Locale.ROOT, "{\"id\":\"r%d\",\"start_ns\":%d,\"first_token_ns\":%d,\"end_ns\":%d,"
                + "\"input_tokens\":%d,\"output_tokens\":%d", number, origin + start * MILLISECOND,
                origin + first * MILLISECOND, origin + end * MILLISECOND, 10 + random.nextInt(500),
                (end - first) / 20 + 1));
        if (random.nextBoolean()) {
            line.append(",\"token_ns\":[");
            for (int at = first; at <= end; at += 20) {
                line.append(at == first ? "" : ",").append(origin + at * MILLISECOND);
            }
            line.append(']');
        }
        return line.append('}').toString();
    }

    private static LoggedEngine logged(SplittableRandom random, long origin, double[] watts, double limit,
            double idle, List<String> requests) {
        int period = List.of(10, 20, 50, 100).get(random.nextInt(4));
        int shape = random.nextInt(3);
        double millijoules = random.nextBoolean() ? 0 : random.nextInt(1_000_000_000);
        double first = millijoules;
        List<String> samples = new ArrayList<>();
        samples.add(
                String.format(Locale.ROOT, "{\"device\":\"gpu0\",\"idle_w\":%.1f,\"limit_w\":%.0f,\"averaging_ms\":0}",
                        0.9 * idle, limit));
        List<Integer> readings = new ArrayList<>();
        double last = millijoules;
        int lastAt = 0;
        for (int at = 0; at < watts.length; at++) {
            if (at % period == 0) {
                readings.add(samples.size());
                samples.add(sample(origin + at * MILLISECOND, shape, millijoules, watts[at]));
                last = millijoules;
                lastAt = at;
            }
            millijoules += watts[at];
        }
        return new LoggedEngine(List.copyOf(samples), List.copyOf(requests), List.copyOf(readings),
                (last - first) / 1000, limit, lastAt / 1000.0, period / 1000.0, shape != 1);
    }

    private static String sample(long nanos, int shape, double millijoules, double watts) {
        String energy = shape == 1 ? "" : String.format(Locale.ROOT, ",\"energy_mj\":%.3f", millijoules);
        String power = shape == 0 ? "" : String.format(Locale.ROOT, ",\"power_mw\":%.0f", watts * 1000);
        return "{\"t_ns\":" + nanos + ",\"device\":\"gpu0\"" + energy + power + "}";
    }
}
