using System;

namespace Latchkey
{
    internal static class Schedule
    {
        private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

        /// <summary>A sign-in page must not keep a device from checking in.</summary>
        private const int LongestRetryAfter = 24 * 60 * 60;

        /// <summary>
        /// Returns the time until the next check-in: 90 % of the time until it is due, an hour after a refusal, or 1, 2, 4 … 60 minutes
        /// after failures. Shifted by up to 10 %, so that devices started together spread out.
        /// </summary>
        /// <param name="failures">Consecutive attempts without a decision.</param>
        /// <param name="checkInWithin">Time until the check-in is due; null after a refusal.</param>
        /// <param name="retryAfterSeconds">From the server's Retry-After header.</param>
        /// <param name="random">From 0 to 1.</param>
        public static TimeSpan DelayAfter(int failures, TimeSpan? checkInWithin, int retryAfterSeconds, double random)
        {
            var wait = failures > 0
                ? Math.Min(Math.Pow(2, failures - 1), 60)
                : Math.Max((checkInWithin ?? Hour).TotalMinutes * 0.9, 60);
            var retryAfter = Math.Min(retryAfterSeconds, LongestRetryAfter) / 60.0;
            return TimeSpan.FromMinutes(Math.Max(wait * (0.9 + 0.2 * random), retryAfter));
        }
    }
}
