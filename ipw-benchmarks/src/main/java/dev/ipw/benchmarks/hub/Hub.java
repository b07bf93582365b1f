package dev.ipw.benchmarks.hub;

import dev.ipw.dataset.DatasetContext;
import dev.ipw.error.InputException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A reader of dataset repositories of a HuggingFace hub, which keeps them in the cache of the hub's own tools. Files
 * that these tools fetched are found here, and the other way round.
 *
 * <p>It follows the variables {@code HF_ENDPOINT}, {@code HF_TOKEN}, {@code HF_HOME}, {@code HF_HUB_CACHE} and
 * {@code HF_HUB_OFFLINE}.
 */
public final class Hub {
    private static final String DEFAULT_REVISION = "main";
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{0,95}(/[A-Za-z0-9][A-Za-z0-9._-]{0,95})?";

    private final HubSettings settings;
    private final DatasetContext context;
    private final Pause pause;
    private final WebClient client;

    private Hub(DatasetContext context, Pause pause) {
        this.context = context;
        this.pause = pause;
        this.settings = HubSettings.of(context);
        this.client = new WebClient(settings.token(), URI.create(settings.endpoint()), pause,
                context::progress);
    }

    /**
     * Makes a reader of the hub that the environment names.
     *
     * @param context the environment, the network permission and the progress listener
     * @return the hub
     * @throws dev.ipw.error.ConfigurationException if a variable of the environment is wrong
     */
    public static Hub of(DatasetContext context) {
        return of(context, Pause.SLEEP);
    }

    static Hub of(DatasetContext context, Pause pause) {
        return new Hub(context, pause);
    }

    /**
     * Opens a dataset repository at one commit.
     *
     * @param repository {@code owner/name}
     * @param revision   a commit, a branch or a tag; empty for the main branch
     * @return the repository's files at that commit
     * @throws InputException                       if there is no such repository or revision, or it is not in the
     *                                              cache of an offline run
     * @throws dev.ipw.error.ConfigurationException if access must be requested first
     */
    public HubSnapshot snapshot(String repository, Optional<String> revision) {
        if (!repository.matches(NAME)) {
            throw new InputException("'" + repository
                    + "' is no name of a repository; write owner/name, such as openai/gsm8k");
        }
        String wanted = revision.filter(text -> !text.isBlank()).orElse(DEFAULT_REVISION);
        HubCache cache = HubCache.of(settings.cache(), repository);
        HubApi api = new HubApi(settings, client, repository);
        String commit = ContentHash.isSha1(wanted) ? wanted : commit(api, cache, repository, wanted);
        Path listing = cache.listing(commit);
        Optional<List<HubEntry>> entries = HubListing.read(listing);
        if (entries.isEmpty() && !settings.offline()) {
            entries = Optional.of(api.files(commit));
            keep(entries.get(), listing);
        }
        if (entries.isEmpty() && !cache.holds(commit)) {
            throw missing(repository, commit);
        }
        return new HubSnapshot(repository, commit, cache, entries,
                new SnapshotDownload(api, client, pause, settings.offline(), context::progress));
    }

    /** Keeps a listing, if possible: a cache that others made may be read-only. */
    private void keep(List<HubEntry> entries, Path file) {
        try {
            HubListing.keep(entries, file);
        } catch (InputException unkept) {
            context.progress("The list of files is not kept: " + unkept.getMessage());
        }
    }

    private String commit(HubApi api, HubCache cache, String repository, String revision) {
        if (settings.offline()) {
            return cache.reference(revision).orElseThrow(() -> missing(repository, revision));
        }
        String commit = api.commit(revision);
        cache.keepReference(revision, commit);
        return commit;
    }

    private InputException missing(String repository, String revision) {
        return new InputException(repository + " at " + revision + " is not in " + settings.cache()
                + ", and this run is offline. Run once with the network, or set HF_HOME to where it is");
    }
}
