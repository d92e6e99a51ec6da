using System;

namespace Latchkey
{
    /// <summary>The time, as far as this computer's clock and the server's signed answers show it. UTC.</summary>
    internal sealed class Timekeeper
    {
        private readonly Func<DateTime> wall;
        private readonly Func<TimeSpan> monotonic;
        private TimeSpan wallError;
        private DateTime? answeredAt;
        private TimeSpan heardAt;

        /// <param name="wall">The computer's clock; its user can set it.</param>
        /// <param name="monotonic">A clock that cannot be set, and may stop while the computer sleeps.</param>
        public Timekeeper(Func<DateTime> wall, Func<TimeSpan> monotonic)
        {
            this.wall = wall;
            this.monotonic = monotonic;
        }

        /// <summary>A signed answer to the current request contains the time.</summary>
        public void Learn(DateTime issuedAt)
        {
            answeredAt = issuedAt;
            heardAt = monotonic();
            var error = issuedAt - wall();
            wallError = error.Duration() > LicenseVerifier.ClockTolerance ? error : TimeSpan.Zero;
        }

        /// <summary>If the clock was wrong and has been set right, it counts again.</summary>
        public void Settle()
        {
            if (answeredAt.HasValue && (wall() - Earliest).Duration() <= LicenseVerifier.ClockTolerance) wallError = TimeSpan.Zero;
        }

        public DateTime ByWall { get { return Later(wall(), Earliest); } }

        public DateTime Now { get { return Later(wall() + wallError, Earliest); } }

        /// <summary>It is at least this late.</summary>
        private DateTime Earliest { get { return answeredAt.HasValue ? answeredAt.Value + (monotonic() - heardAt) : DateTime.MinValue; } }

        private static DateTime Later(DateTime first, DateTime second)
        {
            return first > second ? first : second;
        }
    }
}
