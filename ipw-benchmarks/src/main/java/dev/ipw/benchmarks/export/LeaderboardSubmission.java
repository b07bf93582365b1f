package dev.ipw.benchmarks.export;

import dev.ipw.ProfileRun;
import dev.ipw.energy.Provenance;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.Setting;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.plugin.Parameters;
import dev.ipw.record.ProfilingRecord;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A writer of a run as a submission to the leaderboard of Intelligence Per Watt: means over the questions of each
 * economic category.
 *
 * @param given the given options
 */
record LeaderboardSubmission(Given given) {
    private static final String FORMAT = "ipw-leaderboard";
    private static final int MAX_ORGANIZATION_CHARACTERS = 15;
    private static final int MAX_NOTES_CHARACTERS = 500;
    private static final List<String> TASKS = List.of("reasoning", "chat", "both");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+\\.[^@\\s]+");

    /**
     * The options.
     *
     * @param organization the organization that submits it
     * @param email        the address for questions
     * @param task         the kind of the questions
     * @param model        the model's name to show; empty for its name in the run
     * @param hardware     the hardware's name to show; empty for its word in the run
     * @param links        links to further information
     * @param notes        the text before the joules in the notes
     */
    record Given(String organization, String email, String task, Optional<String> model, Optional<String> hardware,
            Links links, Optional<String> notes) {}

    /**
     * Links to further information.
     *
     * @param unverified the number of a submission by the web form
     * @param paper      a paper
     * @param code       the code
     */
    record Links(Optional<String> unverified, Optional<String> paper, Optional<String> code) {}

    static LeaderboardSubmission read(Parameters parameters) {
        Options options = new Options(FORMAT, parameters);
        String organization = options.atMost(MAX_ORGANIZATION_CHARACTERS, "organization",
                options.required("organization", "UQ"));
        String email = options.required("contact_email", "me@example.org");
        if (!EMAIL.matcher(email).matches()) {
            throw new ConfigurationException("The contact_email of the format " + FORMAT + " is an address, not '"
                    + email + "'. Correct " + Setting.EXPORT_OPTION + " contact_email");
        }
        String task = options.oneOf("task_type", TASKS, options.required("task_type", "reasoning"));
        Links links = new Links(options.text("unverified_submission_id"), options.address("paper_link"),
                options.address("code_link"));
        Given given = new Given(organization, email, task, options.text("model"), options.text("hardware"), links,
                options.text("notes"));
        options.rejectUnknown();
        return new LeaderboardSubmission(given);
    }

    ResultExport of(ProfileRun run) {
        try (Stream<ProfilingRecord> records = run.records()) {
            return of(RunFacts.of(run), records.map(QueryFacts::of).iterator());
        }
    }

    ResultExport of(RunFacts run, Iterator<QueryFacts> queries) {
        Map<EconomicCategory, CategoryTally> tallies = new EnumMap<>(EconomicCategory.class);
        long without = 0;
        while (queries.hasNext()) {
            QueryFacts query = queries.next();
            Optional<EconomicCategory> category = query.category().flatMap(EconomicCategory::named);
            category.ifPresent(known -> tallies.computeIfAbsent(known, unknown -> new CategoryTally()).add(query));
            without += category.isEmpty() ? 1 : 0;
        }
        tallies.values().removeIf(tally -> !tally.isScored());
        if (tallies.isEmpty()) {
            throw new InputException("No scored question of " + run.setup().name() + " names one of the "
                    + EconomicCategory.values().length + " categories of the leaderboard. Their field "
                    + QueryFacts.CATEGORY + " must; profile the dataset ipw, or give your questions the field");
        }
        return ResultExport.of(place(run), tree(run, tallies, without).prettyJson());
    }

    private TreeBuilder tree(RunFacts run, Map<EconomicCategory, CategoryTally> tallies, long without) {
        TreeBuilder metrics = TreeBuilder.object();
        tallies.forEach((category, tally) -> metrics.put(category.title(), tally.tree()));
        TreeBuilder tree = TreeBuilder.object().put("organization", given.organization)
                .put("contact_email", given.email).put("model_name", model(run)).put("hardware_type", hardware(run))
                .put("task_type", given.task);
        given.links.unverified.ifPresent(id -> tree.put("unverified_submission_id", id));
        given.links.paper.ifPresent(link -> tree.put("paper_link", link));
        given.links.code.ifPresent(link -> tree.put("code_link", link));
        return tree.put("notes", notes(run, tallies, without)).put("categoryMetrics", metrics);
    }

    private String notes(RunFacts run, Map<EconomicCategory, CategoryTally> tallies, long without) {
        StringBuilder own = new StringBuilder(EnergyNote.of(run));
        if (tallies.values().stream().flatMap(tally -> tally.provenance().stream())
                .anyMatch(source -> source == Provenance.ESTIMATED)) {
            own.append(" avg_energy is ESTIMATED.");
        }
        if (tallies.values().stream().anyMatch(CategoryTally::hasJoules)) {
            own.append(" avg_energy: each query's share, without the time between queries.");
        }
        long lacking = tallies.values().stream().filter(tally -> !tally.hasJoules()).count();
        if (lacking > 0 && run.energy().joulesPerQuery().isPresent()) {
            own.append(" Categories without avg_energy: ").append(lacking).append('.');
        }
        if (without > 0) {
            own.append(" Queries without a category, left out: ").append(without).append('.');
        }
        if (run.setup().isInterrupted()) {
            own.append(" Run ended early.");
        }
        own.append(" ipw ").append(run.setup().version()).append('.');
        int room = MAX_NOTES_CHARACTERS - own.codePointCount(0, own.length());
        String notes = given.notes.map(text -> text + " ").orElse("");
        if (notes.codePointCount(0, notes.length()) > room) {
            throw new ConfigurationException(
                    "The notes of the format " + FORMAT + " have at most " + MAX_NOTES_CHARACTERS
                            + " characters, and what they tell of the joules leaves " + (room - 1)
                            + ". Shorten " + Setting.EXPORT_OPTION + " notes");
        }
        return notes + own;
    }

    private String model(RunFacts run) {
        return given.model.orElse(run.setup().model().name());
    }

    private String hardware(RunFacts run) {
        return given.hardware.orElse(run.setup().hardware());
    }

    private String place(RunFacts run) {
        String day = DateTimeFormatter.BASIC_ISO_DATE
                .format(run.setup().start().atZone(ZoneOffset.UTC).toLocalDate());
        return "submissions/" + PathPart.of(given.organization) + "/" + PathPart.of(model(run)) + "_"
                + PathPart.of(hardware(run)) + "_" + day + ".json";
    }
}
