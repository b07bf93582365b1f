package dev.ipw.cli.progress;

import dev.ipw.analysis.RunFigure;
import dev.ipw.cli.text.DisplayWidth;
import dev.ipw.cli.text.Figures;
import dev.ipw.internal.number.SiPrefix;
import dev.ipw.progress.LiveFigures;
import dev.ipw.progress.LiveFigures.Percentiles;
import dev.ipw.progress.RunProgress;
import dev.ipw.results.internal.format.RunStatus;
import dev.ipw.run.RunPhase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The layout of a live run's figures, a line for each kind. Figures that are unknown, or of too few answers, are
 * omitted.
 */
public final class LivePanel {
    private static final int LABEL = 10;
    private static final int WIDEST_BAR = 40;
    private static final int NARROWEST_BAR = 5;
    private static final int WIDEST_LINE = 60;
    private static final Duration OLD = Duration.ofSeconds(5);

    private final String title;
    private final PowerHistory power = new PowerHistory();
    private Optional<LiveFigures> latest = Optional.empty();

    /**
     * Creates a panel without figures.
     *
     * @param title a short description of the run; may be empty
     */
    public LivePanel(String title) {
        this.title = title;
    }

    /** Returns the lines for one moment. */
    public List<String> lines(RunStatus status, Instant now, int columns) {
        int room = columns - 1;
        List<String> lines = new ArrayList<>();
        if (!title.isEmpty()) {
            lines.add(title);
        }
        lines.add(status.progress().map(progress -> progressed(status.phase(), progress, room))
                .orElse(PhaseText.label(status.phase())));
        Optional<LiveFigures> live = status.progress().flatMap(RunProgress::live);
        live.filter(known -> !latest.equals(live)).ifPresent(known -> power.add(known.wattsByDevice()));
        latest = live;
        live.ifPresent(known -> {
            figures(lines, known, status.progress().orElseThrow().finished());
            power.devices().forEach(device -> lines.add(power(device, room)));
        });
        Duration age = Duration.between(status.updated(), now);
        if (age.compareTo(OLD) >= 0) {
            lines.add("told " + ProgressText.seconds(age.toNanos()) + " ago");
        }
        return lines.stream().map(line -> DisplayWidth.within(line, room)).toList();
    }

    private static String progressed(RunPhase phase, RunProgress progress, int room) {
        List<String> facts = new ArrayList<>();
        facts.add(ProgressText.steps(progress, "/") + " "
                + ProgressText.unit(progress, PhaseText.unit(phase)) + " " + ProgressText.percent(progress) + " %");
        if (progress.planned().isEmpty()) {
            facts.add(progress.finished() + " finished");
        }
        if (progress.failed() > 0) {
            facts.add(progress.failed() + " FAILED");
        }
        facts.add(ProgressText.left(progress));
        String label = PhaseText.label(phase);
        String factText = String.join(", ", facts);
        int wide = Math.min(WIDEST_BAR, room - label.length() - factText.length() - " [] ".length());
        return label + " " + (wide < NARROWEST_BAR ? "" : ProgressText.bar(progress, wide) + " ") + factText;
    }

    private static void figures(List<String> lines, LiveFigures live, int finished) {
        List<String> requests = new ArrayList<>(List.of(live.queriesInFlight() + " in flight"));
        live.callsAwaitingFirstToken().ifPresent(waiting -> requests.add(waiting + " waiting for a first token"));
        if (finished > 0) {
            requests.add(Figures.of(live.answersPerSecond()) + " " + RunFigure.REQUESTS_PER_SECOND.words());
        }
        lines.add(line("requests", requests));
        times(lines, "TTFT", live.timeToFirstTokenSeconds());
        times(lines, "TPOT", live.timePerOutputTokenSeconds());
        live.outputTokensPerSecond()
                .ifPresent(tokens -> lines.add(line("tokens", List.of(Figures.of(tokens) + " tokens/s"))));
        List<String> energy = new ArrayList<>();
        live.joules().ifPresent(joules -> energy.add(Figures.of(joules, "J") + " so far"));
        live.watts().ifPresent(watts -> energy.add(Figures.of(watts, "W") + " now"));
        if (!energy.isEmpty()) {
            live.energyProvenance().ifPresent(how -> energy.add(how.name()));
            lines.add(line("energy", energy));
        }
    }

    private static void times(List<String> lines, String name, Percentiles times) {
        if (times.median().isPresent()) {
            List<String> facts = new ArrayList<>(List.of("p50 " + brief(times.median().getAsDouble())));
            times.p90().ifPresent(known -> facts.add("p90 " + brief(known)));
            times.p99().ifPresent(known -> facts.add("p99 " + brief(known)));
            lines.add(line(name, facts));
        }
    }

    private static String brief(double seconds) {
        SiPrefix prefix = SiPrefix.of(seconds, "s");
        return Figures.brief(prefix.scaled(seconds)) + " " + prefix.before("s");
    }

    private String power(String device, int room) {
        double watts = power.latest(device);
        String now = Double.isFinite(watts) ? Figures.of(watts) + " W" : "not known";
        int wide = Math.clamp(room - LABEL - " 00000.0 W, 0 to 00000.0 W".length(), NARROWEST_BAR, WIDEST_LINE);
        double highest = power.highest(device, wide);
        String scale = Double.isFinite(highest) ? ", 0 to " + Figures.of(highest) + " W" : "";
        return line(device, List.of(power.bars(device, wide) + " " + now + scale));
    }

    private static String line(String label, List<String> facts) {
        String name = DisplayWidth.within(label, LABEL - 1);
        return name + " ".repeat(LABEL - DisplayWidth.of(name)) + String.join(", ", facts);
    }
}
