package dev.ipw.cli.meter;

import dev.ipw.cli.text.Figures;
import dev.ipw.hosted.Range;
import dev.ipw.meter.MeterBlock;
import dev.ipw.meter.MeterListener;
import dev.ipw.meter.RequestFigures;
import java.util.Optional;
import java.util.OptionalDouble;

/** The sums of a meter since its start. */
final class MeterProgress implements MeterListener {
    private long requests;
    private long failed;
    private double deviceJoules;
    private double requestsJoules;
    private double idleJoules;
    private double tokenJoules;
    private long tokens;
    private long shownRequests;
    private boolean hasDevices;
    private Range estimatedJoules = Range.ZERO;
    private long estimated;
    private long notEstimated;

    @Override
    public synchronized void blockDivided(MeterBlock block) {
        for (MeterBlock.DeviceBlock device : block.devices()) {
            hasDevices = true;
            deviceJoules += device.total().joules().orElse(0);
            requestsJoules += device.requestsJoules();
            idleJoules += device.idleJoules();
        }
    }

    @Override
    public synchronized void requestFinished(RequestFigures request) {
        requests++;
        failed += request.failure().isPresent() ? 1 : 0;
        request.hosted().ifPresent(hosted -> {
            estimated += hosted.estimate().isPresent() ? 1 : 0;
            notEstimated += hosted.estimate().isPresent() ? 0 : 1;
            estimatedJoules = hosted.estimate().map(one -> estimatedJoules.plus(one.joules())).orElse(estimatedJoules);
        });
        OptionalDouble joules = request.energy().joules();
        if (joules.isPresent() && request.tokens().output().orElse(0) > 0) {
            tokenJoules += joules.getAsDouble();
            tokens += request.tokens().output().getAsLong();
        }
    }

    /** Formats the sums; empty if no request has finished since they were last shown. */
    synchronized Optional<String> news(int running) {
        if (requests == shownRequests) {
            return Optional.empty();
        }
        shownRequests = requests;
        return Optional.of(text(running));
    }

    /** Formats the sums. */
    synchronized String text(int running) {
        return requests + (requests == 1 ? " request" : " requests")
                + (failed > 0 ? " (" + failed + " failed)" : "")
                + (running > 0 ? ", " + running + " running" : "")
                + (hasDevices || estimated + notEstimated == 0 ? ": " + measured() : "") + estimate();
    }

    private String measured() {
        return Figures.of(requestsJoules, "J") + " of " + Figures.of(deviceJoules, "J")
                + (deviceJoules > 0 ? ", idle " + Figures.percent(idleJoules / deviceJoules) : "")
                + (tokens > 0 ? ", " + Figures.of(tokenJoules / tokens, "J/token") : "");
    }

    private String estimate() {
        return (estimated > 0
                ? "; " + Figures.between(estimatedJoules.likely(), estimatedJoules.low(), estimatedJoules.high(), "J")
                        + " ESTIMATED from tokens, not measured"
                : "") + (notEstimated > 0 ? "; " + notEstimated + " without an estimate" : "");
    }
}
