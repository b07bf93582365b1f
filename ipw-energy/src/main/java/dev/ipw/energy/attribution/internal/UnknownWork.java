package dev.ipw.energy.attribution.internal;

import dev.ipw.energy.attribution.ShareTrust;
import dev.ipw.energy.attribution.internal.activity.Episodes;
import dev.ipw.energy.attribution.internal.activity.RequestActivity;
import java.util.List;
import java.util.Optional;

/**
 * The requests that overlapped others and whose answers have neither a number of tokens nor their times in the log:
 * their work is unknown.
 */
final class UnknownWork {
    private static final double MAX_PART = 0.05;
    // Prompts that are long for their run cost several times as much as their time suggests.
    private static final double MAX_EQUAL_SHARES = 8;
    private static final double SIGMAS = 3;

    private final List<RequestActivity> requests;
    private final ShareCells cells;
    private final Optional<OpenShares> equal;
    private final boolean isMuch;

    UnknownWork(List<RequestActivity> requests, ShareCells cells) {
        this.requests = requests;
        this.cells = cells;
        int shared = 0;
        int unknown = 0;
        for (int i = 0; i < requests.size(); i++) {
            shared += cells.isShared(i) ? 1 : 0;
            unknown += isOf(i) ? 1 : 0;
        }
        equal = unknown > 0 ? Optional.of(new OpenShares(requests, cells)) : Optional.empty();
        isMuch = unknown > MAX_PART * shared;
    }

    boolean isOf(int request) {
        RequestActivity activity = requests.get(request);
        return cells.isShared(request) && activity.outputTokens() == 0 && activity.tokens().size() == 0
                && !activity.isContinued() && !activity.goesOn() && !activity.isPromptOnly();
    }

    /** Marks the requests of which only the time is known, and that overlapped only such requests. */
    static boolean[] timeOnly(List<RequestActivity> requests, Episodes episodes) {
        boolean[] isWorked = new boolean[episodes.count()];
        for (int i = 0; i < requests.size(); i++) {
            RequestActivity one = requests.get(i);
            isWorked[episodes.of(i)] |= one.inputTokens() > 0 || one.outputTokens() > 0 || one.tokens().size() > 0;
        }
        boolean[] isTimeOnly = new boolean[requests.size()];
        for (int i = 0; i < isTimeOnly.length; i++) {
            isTimeOnly[i] = !isWorked[episodes.of(i)];
        }
        return isTimeOnly;
    }

    /** Returns shares by time if only the time is known of all requests that overlapped others. */
    Optional<OpenShares> byTime() {
        for (int i = 0; i < requests.size(); i++) {
            if (cells.isShared(i) && (!isOf(i) || requests.get(i).inputTokens() > 0)) {
                return Optional.empty();
            }
        }
        return equal;
    }

    /** Returns whether it is more than a few of those that overlapped others. */
    boolean isMuch() {
        return isMuch;
    }

    /** Returns no trust where the joules of many unknown requests are charged to the others. */
    ShareTrust judge(ShareTrust known) {
        return isMuch ? ShareTrust.UNTRUSTED : known;
    }

    /** Extends the range of a request with unknown work to zero and to several times its share by time. */
    ShareRange widen(int request, ShareRange range) {
        if (!isOf(request)) {
            return range;
        }
        double most = Math.max(range.upper(),
                MAX_EQUAL_SHARES * equal.orElseThrow().joules(requests.get(request)));
        return new ShareRange(0, most, Math.max(range.sigma(), most / SIGMAS));
    }
}
