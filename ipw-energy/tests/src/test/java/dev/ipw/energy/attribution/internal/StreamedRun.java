package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.EnergySeries;
import dev.ipw.energy.TimeSpan;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import dev.ipw.energy.internal.DeviceSeries;
import dev.ipw.telemetry.internal.stream.StreamedBlock;
import dev.ipw.telemetry.internal.stream.StreamedDivision;
import dev.ipw.telemetry.internal.stream.StreamedRequest;
import dev.ipw.telemetry.internal.stream.StreamedShare;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A run that is divided while it streams: the blocks, and the sum of each request's shares. */
record StreamedRun(List<StreamedBlock> blocks, Map<String, StreamedShare> shares) {
    static final long BLOCK_NANOS = 5_000_000_000L;

    /** Divides a run in blocks of five seconds; the last ends with the readings. */
    static StreamedRun of(DeviceSeries series, List<RequestActivity> requests, double limitWatts) {
        return of(series, requests, limitWatts, borders(series, BLOCK_NANOS));
    }

    static List<Long> borders(DeviceSeries series, long blockNanos) {
        List<Long> borders = new ArrayList<>();
        long last = series.lastNanos().orElseThrow();
        for (long border = series.firstNanos().orElseThrow() + blockNanos; border < last; border += blockNanos) {
            borders.add(border);
        }
        borders.add(last);
        return borders;
    }

    static StreamedRun of(DeviceSeries series, List<RequestActivity> requests, double limitWatts, List<Long> borders) {
        StreamedDivision division = new StreamedDivision(() -> List.<EnergySeries>of(series), (one, span) -> List.of(),
                device -> OptionalDouble.of(limitWatts), series.firstNanos().orElseThrow());
        List<RequestActivity> byStart = requests.stream()
                .sorted(Comparator.comparingLong(RequestActivity::startNanos)).toList();
        int next = 0;
        List<StreamedBlock> blocks = new ArrayList<>();
        Map<String, StreamedShare> shares = new LinkedHashMap<>();
        for (long border : borders) {
            while (next < byStart.size() && byStart.get(next).startNanos() <= border + StreamedDivision.LOOK_AHEAD) {
                division.add(streamed(byStart.get(next++)));
            }
            StreamedBlock block = division.divide(border);
            blocks.add(block);
            block.shares().forEach(share -> shares.merge(share.request().id(), share, StreamedShare::plus));
        }
        return new StreamedRun(blocks, shares);
    }

    /** Reports a request with the server's counts at its end. */
    static StreamedRequest streamed(RequestActivity request) {
        StreamedRequest streamed = new StreamedRequest(request.id(), request.startNanos(), request.devices(),
                request.inputTokens());
        for (int i = 0; i < request.tokens().size(); i++) {
            double tokens = request.tokens().tokens(i, request.outputTokens());
            if (tokens > 0) {
                streamed.addTokens(request.tokens().nanos(i), tokens);
            }
        }
        if (request.tokens().size() == 0) {
            streamed.expectWhole();
        }
        if (request.inputTokens() > 0) {
            streamed.countInput(request.inputTokens(), request.cachedInputTokens(), request.endNanos());
        }
        streamed.end(request.endNanos(),
                request.outputTokens() > 0 ? OptionalLong.of(request.outputTokens()) : OptionalLong.empty());
        return streamed;
    }

    double requestsJoules() {
        return blocks.stream().flatMap(block -> block.devices().stream())
                .mapToDouble(StreamedBlock.Device::requestsJoules).sum();
    }

    double idleJoules() {
        return blocks.stream().flatMap(block -> block.devices().stream()).mapToDouble(StreamedBlock.Device::idleJoules)
                .sum();
    }

    double otherJoules() {
        return blocks.stream().flatMap(block -> block.devices().stream())
                .mapToDouble(StreamedBlock.Device::otherJoules).sum();
    }

    double deviceJoules() {
        return blocks.stream().flatMap(block -> block.devices().stream())
                .mapToDouble(device -> device.total().joules().orElse(0)).sum();
    }

    TimeSpan time() {
        return new TimeSpan(blocks.getFirst().time().startNanos(), blocks.getLast().time().endNanos());
    }
}
