using System;

namespace Latchkey
{
    /// <summary>Estimates the true time (UTC) from the computer's clock and the server's signed answers.</summary>
    internal sealed class Timekeeper
    {
        private readonly Func<DateTime> wall;
        private readonly Func<TimeSpan> monotonic;
        private TimeSpan wallError;
        private DateTime? answeredAt;
        private TimeSpan receivedAt;

        /// <param name="wall">The computer's clock, which the user can change.</param>
        /// <param name="monotonic">Time since an arbitrary start. Can't be set; may stop while the computer sleeps.</param>
        public Timekeeper(Func<DateTime> wall, Func<TimeSpan> monotonic)
        {
            this.wall = wall;
            this.monotonic = monotonic;
        }

        public void Learn(DateTime issuedAt)
        {
            answeredAt = issuedAt;
            receivedAt = monotonic();
            var error = issuedAt - wall();
            wallError = error.Duration() > LicenseVerifier.ClockTolerance ? error : TimeSpan.Zero;
        }

        /// <summary>Trusts the computer's clock again once the user has corrected it.</summary>
        public void Settle()
        {
            if (answeredAt.HasValue && (wall() - Earliest).Duration() <= LicenseVerifier.ClockTolerance) wallError = TimeSpan.Zero;
        }

        public DateTime ByWall { get { return Later(wall(), Earliest); } }

        public DateTime Now { get { return Later(wall() + wallError, Earliest); } }

        private DateTime Earliest { get { return answeredAt.HasValue ? answeredAt.Value + (monotonic() - receivedAt) : DateTime.MinValue; } }

        private static DateTime Later(DateTime first, DateTime second)
        {
            return first > second ? first : second;
        }
    }
}
