package dev.ipw.energy.attribution.internal;

/** What stands above the tables of {@link EnergyArithmeticReport}. */
final class EnergyArithmeticHeadings {
    static final String INTRODUCTION = """
            # How right and how fast the energy arithmetic is

            Made by one command (about two minutes, in the repository's root); it writes this file anew:

                mvn -B -Pthorough -pl ipw-energy/tests -am -Dtest=EnergyArithmeticReport -Dtest.argLine=-Xmx700m test

            Every figure comes from simulators in `ipw-energy/tests/src/test/java/dev/ipw/energy/simulation`, where the truth is known.
            No graphics board was measured for it. What the simulators take for granted:

            - **Power** (`PowerTrace`) is constant over half a millisecond and follows what is asked of it with a lag, as
              1 - exp(-t / lag): 20 ms for queries one after another, 10 ms for batches.
            - **The counter** (`SteppingCounter`) integrates the true power exactly, shows whole millijoules, and moves once a
              period with a jitter of 0.5 ms. Polls come with a dither of a tenth of their period. Real counters can be wrong by
              some percent in what they integrate; nothing here speaks of that.
            - **Queries one after another** (`SequentialRun`): pauses at 65 to 95 W, prefill of 50 to 400 ms at 550 to 690 W,
              decode of 0.5 to 6 s at 300 to 420 W with a ripple of 3 %% at the rate of the tokens.
            - **Batches** (`BatchingEngine`): a continuous batcher that mixes prompts, up to 2048 tokens a step, with a token for
              each request that has its first. A step costs something in any case; so do prompt tokens, made tokens, the context
              read for them and, in every other run, pairs of prompt tokens. All costs are drawn anew for each run. Requests
              arrive at random, prompts and answers have long-tailed lengths, and tokens reach the client 0.2 to 1 ms late. What a step
              costs anyway is everybody's in equal parts: that is a convention, and the truth here follows it. Idle power is a cost of
              what takes the time.""";

    static final String WINDOWS = """

            ## A query among pauses

            Errors in percent, median / 95th percentile, over %d seeds of %d queries; the bias is the error of the sum.
            Ours knows the idle power and the limit of the device, and when queries began, had their first token and ended; the line above
            it knows the window alone, and the readings until the counter moved after it, as a program does that measures one call.

            | counter / poll | method | query | prefill | decode | bias, query | bias, prefill |
            |---|---|---|---|---|---|---|""";

    static final String BOUNDS = """

            ## Bounds and standard deviations

            On the same runs. The width of the bounds stands beside what the device uses in one step of its counter; a truth is
            covered if it lies within its bounds, over queries and prefills.

            | counter / poll | joules of a step | width, query (J, median) | width, prefill (share of it, median) | covered | within 1 / 2 sigma, query | within 1 / 2 sigma, prefill |
            |---|---|---|---|---|---|---|""";

    static final String SHARES = """

            ## A request among many

            Errors of each request's joules in percent, median / 95th percentile, over %d seeds of %d requests. Columns are mean
            requests in flight; in the last one no more than 4 are worked on and others queue. The counter moves each 100 ms and is
            polled each 20 ms. The fit learns costs of the same form as the simulator's, pairs of prompt tokens apart: expect more error of real engines.

            | method | 1.5 | 6 | 20 | 6, queueing | sum / truth at 6 |
            |---|---|---|---|---|---|""";

    static final String LESS_KNOWN = """

            The same at 6 in flight, where less is known; where stamps do not show the engine's steps, these are replayed:

            | what is known | error |
            |---|---|""";

    static final String SHARE_BOUNDS = """

            Bounds and standard deviations of the requests that overlapped, on the same runs. Fitted shares are bounded by what is
            doubtful about them: what the fit does not explain, how far costs stray, what other layouts of the steps say. Others
            are bounded by the rules. The width is the median, relative to the share. Requests that were alone are left
            out: theirs are the device's joules in their window, from which the lag takes what is used after their end.

            | in flight | weights | shares | covered | width | within 1 / 2 sigma |
            |---|---|---|---|---|---|""";

    static final String OTHER_ENGINES = """

            The same of engines of other kinds, with the error of all requests. One works through prompts in steps of their own while
            the other requests wait. The other makes now more and now fewer tokens in a step, up to four and not as many for all
            requests, which cost what one does and come together: they are weighed as one.

            | engine | in flight | error | shares | covered | width | within 1 / 2 sigma |
            |---|---|---|---|---|---|---|""";

    static final String PHASES = """

            Errors of what the requests that overlapped used until their first token and after it, by fitted weights, in percent, median / 95th
            percentile, of the requests of which both are given: those whose bounds reach no further than a tenth.

            | in flight | prefill | prefill, with pairs of prompt tokens | decode |
            |---|---|---|---|""";

    static final String WINDOW_COST = """

            The cost of a single window of 5 s, cut from a series by itself: the best of several rounds of %,d. The counter is
            polled each 20 ms.

            | seconds of the run | readings | microseconds for a window |
            |---|---|---|""";

    static final String SPEED = """

            ## Speed and memory

            %d processors, Java %s, at most %d MB of heap, in which the simulated run lies as well. Polled each 50 ms.
            What else a machine does meanwhile lengthens the seconds, but hardly those of the processors.

            | seconds of the run | readings | requests | tokens | s, first time | s, best of three | s of processors, best of three | error (%%) |
            |---|---|---|---|---|---|---|---|""";

    private EnergyArithmeticHeadings() {}
}
