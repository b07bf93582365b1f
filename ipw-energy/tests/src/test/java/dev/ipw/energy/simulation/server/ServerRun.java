package dev.ipw.energy.simulation.server;

import dev.ipw.energy.simulation.engine.DeviceReading;
import dev.ipw.energy.simulation.engine.EngineRequest;
import dev.ipw.energy.simulation.engine.TwoTruthTrace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** One run of a server, from its setup to what its clients and its meter wrote down. */
final class ServerRun {

    private static final double LATEST_SECONDS = 184;
    private static final int PERMUTATIONS = 3;

    final List<Board> boards = new ArrayList<>();
    final List<Lane> lanes = new ArrayList<>();
    final Traffic traffic;
    final List<EngineRequest> requests;
    final Meter meter;
    private final long baseNanos;
    private final SplittableRandom random;

    ServerRun(ServerKind kind, long seed, double load, int permutations) {
        random = new SplittableRandom(seed * 1_000_003 + kind.ordinal());
        Setup setup = kind.setup(random);
        baseNanos = random.nextLong(1_700_000_000_000_000_000L);
        traffic = new Traffic(setup, load, random.split());
        boards.add(setup.board(kind.curve));
        setup.shapes.forEach(each -> lanes.add(new Lane(setup, each)));
        Charger charger = new Charger(permutations, random.split());
        traffic.open();
        traffic.sequences.forEach(each -> lanes.get(each.lane).offer(each));
        Engine engine = new Engine(boards.getFirst(), List.copyOf(lanes), charger, setup, random.split());
        if (setup.scheduling == Scheduling.PROMPTS_ONLY) {
            boards.add(setup.board(kind.curve));
            setup.scheduling = Scheduling.ANSWERS_ONLY;
            Lane answers = new Lane(setup, setup.shapes.getFirst());
            lanes.add(answers);
            engine.run(LATEST_SECONDS, prompted -> {
                if (!prompted.done(prompted.finishedSeconds)) {
                    prompted.arrivalSeconds = prompted.finishedSeconds + 0.002 + 2e-6 * prompted.inputTokens;
                    answers.offer(prompted);
                }
            });
            new Engine(boards.getLast(), List.of(answers), charger, setup, random.split()).run(LATEST_SECONDS,
                    each -> {});
        } else {
            engine.run(LATEST_SECONDS, answered -> traffic.successor(answered, answered.finishedSeconds + 0.02)
                    .ifPresent(each -> lanes.get(each.lane).offer(each)));
        }
        double endSeconds = boards.stream().mapToDouble(Board::seconds).max().orElseThrow() + 3;
        boards.forEach(each -> each.idleUntil(endSeconds, false));
        ClientLog log = ClientLog.drawn(random.split(), baseNanos, !setup.holdsAnswers);
        requests = traffic.sequences.stream().filter(each -> each.finishedSeconds > 0).map(log::request)
                .sorted(Comparator.comparingLong(EngineRequest::startNanos)).toList();
        meter = Meter.drawn(random.split());
    }

    /** Tries how much load the server takes, and runs it with that. */
    static ServerRun of(ServerKind kind, long seed) {
        double load = 1;
        for (int attempt = 0; attempt < 16; attempt++) {
            ServerRun tried = new ServerRun(kind, seed, load, 0);
            boolean tooMuch = tried.requests.size() < Math.max(100, tried.traffic.sequences.size())
                    || tried.mostAtOnce() > 64
                    || tried.boards.getFirst().seconds() > 180;
            if (!tooMuch && tried.boards.getFirst().seconds() >= 68) {
                break;
            }
            load *= tooMuch ? 0.75 : 1.25;
        }
        return new ServerRun(kind, seed, load, PERMUTATIONS);
    }

    ServerTrace trace() {
        Map<String, TwoTruthTrace.Truth> truth = new HashMap<>();
        traffic.sequences.forEach(each -> truth.put(each.id, new TwoTruthTrace.Truth(each.ownedJoules * meter.gain(),
                each.ownedPromptJoules * meter.gain(), each.shapleyJoules * meter.gain())));
        double idleWatts = meter.gain() * boards.stream().mapToDouble(Board::restWatts).sum();
        double limitWatts = meter.gain() * boards.stream().mapToDouble(each -> each.spec.limitWatts()).sum();
        List<DeviceReading> readings = meter.read(boards.stream().map(each -> each.timeline).toList(), baseNanos,
                random.split());
        return new ServerTrace(requests, readings, idleWatts, limitWatts,
                meter.averagingSeconds() > 0 ? OptionalDouble.of(meter.averagingSeconds()) : OptionalDouble.empty(),
                truth);
    }

    long mostAtOnce() {
        return requests.stream().mapToLong(EngineRequest::startNanos).map(start -> requests.stream()
                .filter(each -> each.startNanos() <= start && each.endNanos() > start).count()).max().orElse(0);
    }
}
