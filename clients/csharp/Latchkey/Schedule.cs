using System;

namespace Latchkey
{
    /// <summary>When to ask the server again.</summary>
    internal static class Schedule
    {
        private static readonly TimeSpan Hour = TimeSpan.FromHours(1);

        /// <summary>
        /// Each time a tenth more or less, so that a thousand computers that were switched on together do not ask together. Nine
        /// tenths of the time there is, so that even the latest is not late; an hour after a refusal, so that whoever is let in
        /// again notices soon; and from one minute to one hour, doubling, while nobody can be reached.
        /// </summary>
        /// <param name="failures">How often in a row nothing was decided.</param>
        /// <param name="checkInWithin">For how long the signed answer wants no other; null when it refused.</param>
        /// <param name="random">From 0 to 1.</param>
        public static TimeSpan DelayAfter(int failures, TimeSpan? checkInWithin, double random)
        {
            var wait = failures > 0
                ? Math.Min(Math.Pow(2, failures - 1), 60)
                : Math.Max((checkInWithin ?? Hour).TotalMinutes * 0.9, 60);
            return TimeSpan.FromMinutes(wait * (0.9 + 0.2 * random));
        }
    }
}
