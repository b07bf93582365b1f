package dev.ipw.profile;

import java.time.Duration;

/**
 * Tell how far a stretch of a run has come.
 *
 * @param planned  how many steps the stretch has: requests, or answers to judge
 * @param finished how many are done, failed ones among them
 * @param failed   how many failed
 * @param elapsed  time since the stretch began
 */
public record RunProgress(int planned, int finished, int failed, Duration elapsed) {}
