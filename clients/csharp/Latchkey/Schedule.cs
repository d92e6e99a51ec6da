using System;

namespace Latchkey
{
    /// <summary>When to check in next.</summary>
    internal static class Schedule
    {
        private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

        /// <summary>A sign-in page must not keep a device from checking in.</summary>
        private const int LongestRetryAfter = 24 * 60 * 60;

        /// <summary>
        /// Spread by a tenth either way, so that computers switched on together do not ask together. Valid: nine tenths of the time
        /// given, so that no device is late. Refused: an hour, so that a restored license works again soon. Undecided: one minute,
        /// doubling up to an hour.
        /// </summary>
        /// <param name="failures">Attempts in a row that decided nothing.</param>
        /// <param name="checkInWithin">Time until the check-in that the signed answer asks for; null when it refused.</param>
        /// <param name="retryAfterSeconds">The server asks not to be asked before.</param>
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
