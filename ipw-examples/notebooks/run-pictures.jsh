// Five pictures of a run with the Java library, as run-pictures.ipynb draws them in Python:
//   IPW_RUNS=runs/a:runs/b ./ipw jshell ipw-examples/notebooks/run-pictures.jsh
// The first run is drawn in pictures 1, 2, 4 and 5, all of them in picture 3. The pictures are written into the folder
// from which it is called, or into IPW_PICTURES.
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import javax.imageio.ImageIO;

var runs = Stream.of(System.getenv().getOrDefault("IPW_RUNS", "runs/a:runs/b").split(":")).map(Path::of).map(ProfileRun::open).toList();
var run = runs.getFirst();
var folder = Path.of(System.getenv().getOrDefault("IPW_PICTURES", "."));
var records = run.records().toList();
var samples = RunReader.open(run.path()).samples();
var provenance = run.summary().totals().deviceEnergy().provenance().name().toLowerCase(Locale.ROOT);
String name(ProfileRun one) { return String.valueOf(one.path().toAbsolutePath().normalize().getFileName()); }
double[] column(List<Double> values) { return values.stream().mapToDouble(value -> value).toArray(); }
// Writes pictures below each other.
void write(String file, Picture... parts) throws IOException {
    var image = new BufferedImage(1100, parts.length == 1 ? 600 : 360 * parts.length, BufferedImage.TYPE_INT_RGB);
    int height = image.getHeight() / parts.length;
    for (int part = 0; part < parts.length; part++) {
        var graphics = image.createGraphics();
        graphics.drawImage(parts[part].image(1100, height), 0, part * height, null);
        graphics.dispose();
    }
    ImageIO.write(image, "png", folder.resolve(file).toFile());
    System.out.println(folder.resolve(file));
}
// Returns whether the joules of a query are completely known: its share, and the bounds of the share.
boolean hasJoules(ProfilingRecord record) { return record.headline().isComplete(); }
double joules(ProfilingRecord record) { return record.headline().joules().orElseThrow(); }
double lower(ProfilingRecord record) { return record.headline().lower().orElseThrow(); }
double upper(ProfilingRecord record) { return record.headline().upper().orElseThrow(); }

// The devices of the run's headline, each once.
var headline = Set.of(run.summary().totals().headline().scope().replace("cpu-estimate", "package").split("\\+"));
var devices = new LinkedHashMap<String, EnergySeries>();
samples.stream().flatMap(store -> store.energy().stream()).filter(series -> headline.contains(series.device().scope().label())).forEach(series -> devices.putIfAbsent(series.device().name(), series));
// Returns the mean power of a device in equal pieces of a time, as a line with steps.
Trace power(String device, EnergySeries series, long begin, long end, int pieces, double second) {
    var seconds = new ArrayList<Double>();
    var watts = new ArrayList<Double>();
    for (int piece = 0; piece < pieces; piece++) {
        long from = begin + (end - begin) / pieces * piece;
        long to = begin + (end - begin) / pieces * (piece + 1);
        var reading = series.window(from, to);
        if (reading.isComplete()) {
            double mean = reading.joules().orElseThrow() / ((to - from) / 1e9);
            Collections.addAll(seconds, (from - begin) / second, (to - begin) / second);
            Collections.addAll(watts, mean, mean);
        }
    }
    return Trace.line(device, column(seconds), column(watts));
}
List<Trace> powers(long begin, long end, int pieces, double second) {
    var traces = new ArrayList<Trace>();
    devices.forEach((device, series) -> traces.add(power(device, series, begin, end, pieces, second).inHue(traces.size())));
    return traces;
}

// 1. Power over requests in flight: does the power follow the load?
long start = records.stream().mapToLong(record -> record.outcome().startNanos()).min().orElse(0)
long end = records.stream().mapToLong(record -> record.outcome().endNanos()).max().orElse(1)
Trace inFlight() {
    var changes = new TreeMap<Long, Integer>();
    records.forEach(record -> {
        changes.merge(record.outcome().startNanos(), 1, Integer::sum);
        changes.merge(record.outcome().endNanos(), -1, Integer::sum);
    });
    var seconds = new ArrayList<Double>();
    var requests = new ArrayList<Double>();
    int now = 0;
    for (var change : changes.entrySet()) {
        double second = (change.getKey() - start) / 1e9;
        Collections.addAll(seconds, second, second);
        Collections.addAll(requests, (double) now, (double) (now += change.getValue()));
    }
    return Trace.line("", column(seconds), column(requests));
}
write("power.png", Plot.of(name(run) + ": power (" + provenance + ") over requests in flight", Axis.of("Time since the first request", "s"), Axis.of("Power", "W")).with(powers(start, end, 120, 1e9)).withNote(devices.isEmpty() ? "The run's folder has no samples of the power" : "Means of " + (end - start) / 120_000_000 + " ms"), Plot.of("", Axis.of("Time since the first request", "s"), Axis.of("Requests in flight", "")).with(inFlight()))

// 2. Joules of right and wrong answers: each bar is a query, from the lower to the upper bound of its share.
List<Trace> bars(boolean right) {
    var sorted = records.stream().filter(record -> hasJoules(record) && record.isCorrect().equals(Optional.of(right))).sorted(Comparator.comparingDouble(record -> joules(record))).toList();
    double least = sorted.stream().mapToDouble(record -> joules(record)).filter(value -> value > 0).min().orElse(1e-3) / 2;
    var traces = new ArrayList<Trace>();
    for (int place = 0; place < sorted.size(); place++) {
        traces.add(Trace.line("", new double[]{place + 1, place + 1}, new double[]{Math.max(least, lower(sorted.get(place))), upper(sorted.get(place))}).inHue(right ? 0 : 1));
    }
    traces.add(Trace.points((right ? "right: " : "wrong: ") + sorted.size() + " answers", IntStream.rangeClosed(1, sorted.size()).asDoubleStream().toArray(), sorted.stream().mapToDouble(record -> joules(record)).toArray()).inHue(right ? 0 : 1));
    return traces;
}
Plot verdict(boolean right) { return Plot.of(name(run) + ": joules of " + (right ? "right" : "wrong") + " answers", Axis.of("Queries, cheapest first", ""), Axis.of("Joules of a query, " + provenance, "J").logarithmic(true)).with(bars(right)).withNote("Two queries differ only where their bars do not overlap"); }
write("verdicts.png", verdict(true), verdict(false))

// 3. Accuracy against joules per query, with intervals of 95 %. A run without them is left out and named.
List<Trace> cross(ProfileRun one, int hue) {
    var accuracy = one.efficiency().accuracy();
    var joules = one.efficiency().joulesPerQuery();
    if (accuracy.interval().isEmpty() || joules.interval().isEmpty()) {
        System.out.println(name(one) + ": accuracy or joules per query without an interval; not drawn");
        return List.of();
    }
    double right = 100 * accuracy.orElseThrow();
    double each = joules.orElseThrow();
    return List.of(Trace.line("", new double[]{joules.interval().get().low(), joules.interval().get().high()}, new double[]{right, right}).inHue(hue),
            Trace.line("", new double[]{each, each}, new double[]{100 * accuracy.interval().get().low(), 100 * accuracy.interval().get().high()}).inHue(hue),
            Trace.points(name(one) + " (" + one.summary().configuration().client().model() + ")", new double[]{each}, new double[]{right}).inHue(hue));
}
write("accuracy.png", Plot.of("Accuracy against joules per query, with 95 % intervals", Axis.of("Joules per query", "J"), Axis.of("Accuracy", "%")).with(IntStream.range(0, runs.size()).boxed().flatMap(number -> cross(runs.get(number), number).stream()).toList()).withNote("Up and to the left is better"))

// 4. Joules against output tokens: does a longer answer cost more?
Trace tokens(boolean right) {
    var known = records.stream().filter(record -> hasJoules(record) && record.tokens().output().isPresent() && record.isCorrect().equals(Optional.of(right))).toList();
    return Trace.points(right ? "right" : "wrong", known.stream().mapToDouble(record -> record.tokens().output().getAsLong()).toArray(), known.stream().mapToDouble(record -> joules(record)).toArray()).inHue(right ? 0 : 1);
}
write("tokens.png", Plot.of(name(run) + ": joules against output tokens", Axis.of("Output tokens", ""), Axis.of("Joules of a query, " + provenance, "J").logarithmic(true)).with(tokens(true)).with(tokens(false)))

// 5. The dearest query: its tokens as they came, below the power of the devices and its share with the bounds.
var dearest = records.stream().filter(record -> hasJoules(record)).max(Comparator.comparingDouble(record -> joules(record))).orElse(records.getFirst());
long sent = dearest.outcome().startNanos()
long done = Math.max(sent + 1, dearest.outcome().endNanos())
long room = (done - sent) / 12
Trace level(String words, double joules) { return Trace.line(words, new double[]{room / 1e6, (room + done - sent) / 1e6}, new double[]{joules / ((done - sent) / 1e9), joules / ((done - sent) / 1e9)}).inHue(3); }
List<Trace> share() {
    return hasJoules(dearest) ? List.of(level("its share", joules(dearest)), level("bounds of its share", lower(dearest)).dashed(), level("", upper(dearest)).dashed()) : List.of();
}
double[] chunks = dearest.outcome().calls().stream().flatMapToLong(call -> LongStream.of(call.timeline().chunkNanos())).mapToDouble(nanos -> (nanos - sent + room) / 1e6).toArray();
write("query.png", Plot.of(name(run) + ", " + dearest.question().id() + (hasJoules(dearest) ? ": " + dearest.headline() : ": no joules"), Axis.of("Time", "ms"), Axis.of("Power", "W")).with(powers(sent - room, done + room, 60, 1e6)).with(share()), Plot.of("", Axis.of("Time; it was sent after " + room / 1_000_000 + " ms", "ms"), Axis.of("Tokens", "")).with(Trace.points("", chunks, IntStream.rangeClosed(1, chunks.length).asDoubleStream().toArray())).with(Trace.line("", new double[]{0, (done - sent + 2 * room) / 1e6}, new double[]{0, 0})))
/exit
