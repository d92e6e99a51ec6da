using System;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>
    /// The licensing of an application: activates it, keeps what it knows, checks in daily, goes on without a network, and locks
    /// only on signed words or when time is up. One for the whole run of the application.
    /// </summary>
    public sealed class Licensing : IDisposable
    {
        private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

        private readonly LatchkeyClient client;
        private readonly ILicensingStore store;
        private readonly Device device;
        private readonly Belief belief;
        private readonly Func<DateTime> clock;
        private readonly Random random = new Random();
        // One after the other: two answers at once would overwrite each other.
        private readonly SemaphoreSlim turn = new SemaphoreSlim(1);
        private volatile LicensingState state;
        // What this computer's clock is off by, as far as a signed answer has shown it.
        private TimeSpan clockError;
        private string told;
        private Timer timer;

        /// <summary>Raised on a thread of the pool when the verdict or its warning is another one.</summary>
        public event Action<Verdict> Changed;

        public Licensing(LatchkeyClient client, ILicensingStore store, Device device, LicenseVerifier verifier, Func<DateTime> clock = null)
        {
            this.client = client;
            this.store = store;
            this.device = device;
            this.clock = clock ?? (() => DateTime.UtcNow);
            belief = new Belief(verifier, device.Fingerprint);
            state = store.Read();
        }

        /// <summary>May the application run now? Asks nobody.</summary>
        public Verdict Status
        {
            get
            {
                var byOwnClock = belief.Judge(state, clock());
                // Whoever has set the clock right meanwhile is judged by it.
                return byOwnClock.Valid ? byOwnClock : belief.Judge(state, Now);
            }
        }

        /// <summary>For the update feeds; null before the first activation.</summary>
        public string UpdateToken { get { return state.UpdateToken; } }

        /// <summary>At once and then every minute: a timer over a day would sleep along with the computer.</summary>
        public void Start()
        {
            timer = new Timer(async ignored => await TickAsync().ConfigureAwait(false), null, TimeSpan.Zero, Minute);
        }

        public void Dispose()
        {
            if (timer != null) timer.Dispose();
        }

        public Task<Answer> ActivateAsync(string licenseKey)
        {
            return InTurnAsync(async () =>
            {
                var answer = await client.ActivateAsync(licenseKey, device).ConfigureAwait(false);
                Take(answer, licenseKey);
                return answer;
            });
        }

        /// <summary>With the key of a roll-out, which opens many licenses and is therefore not kept.</summary>
        public Task<Answer> EnrollAsync(string enrollmentKey)
        {
            return InTurnAsync(async () =>
            {
                var answer = await client.EnrollAsync(enrollmentKey, device).ConfigureAwait(false);
                Take(answer, null);
                return answer;
            });
        }

        /// <summary>Null when there is nothing to check in with.</summary>
        public Task<Answer> CheckInAsync()
        {
            return InTurnAsync(CheckInNowAsync);
        }

        /// <summary>Gives the license back. Null when it is free again; otherwise what stands in the way.</summary>
        public Task<Answer> DeactivateAsync()
        {
            return InTurnAsync(async () =>
            {
                if (state.DeviceToken == null) return null;
                var refusal = await client.DeactivateAsync(state.DeviceToken).ConfigureAwait(false);
                if (refusal == null) Keep(state.WithoutLicense());
                return refusal;
            });
        }

        /// <summary>Takes a license file that was made in the portal.</summary>
        public Verdict Import(string licenseFile)
        {
            LicensingState next;
            var verdict = belief.Carry(state, licenseFile, Now, out next);
            if (verdict.Valid) Keep(next);
            return verdict;
        }

        /// <summary>Remembers how late it is, tells what time alone has changed, and checks in if it is time to.</summary>
        public async Task TickAsync()
        {
            if (state.LastSeen.HasValue && Now - state.LastSeen.Value > LicenseVerifier.ClockTolerance)
            {
                var next = state.Clone();
                next.LastSeen = Now;
                Keep(next);
            }
            else
            {
                Tell();
            }
            await InTurnAsync(() => IsDue() ? CheckInNowAsync() : Task.FromResult<Answer>(null)).ConfigureAwait(false);
        }

        private DateTime Now { get { return clock() + clockError; } }

        private bool IsDue()
        {
            if (!state.NextAttempt.HasValue || !state.LastAttempt.HasValue) return true;
            // A clock that was turned back must not put off the next check-in until it has caught up.
            return Now >= state.NextAttempt.Value || Now < state.LastAttempt.Value - LicenseVerifier.ClockTolerance;
        }

        private async Task<Answer> CheckInNowAsync()
        {
            var licenseKey = state.LicenseKey;
            var answer = await AskAsync().ConfigureAwait(false);
            if (answer == null && state.CarriedFile == null) return null;
            if (answer == null) Plan(state.Clone(), 0, null);
            // What was refused without a signature may be on the signed list, and what was brought by hand as well.
            if (answer == null || Take(answer, licenseKey)) await ReadRevocationsAsync().ConfigureAwait(false);
            return answer;
        }

        private async Task<Answer> AskAsync()
        {
            var licenseKey = state.LicenseKey;
            var answer = state.DeviceToken == null ? null : await client.CheckInAsync(state.DeviceToken, device).ConfigureAwait(false);
            var isForgotten = answer == null || answer.Code == "NOT_ACTIVATED";
            // The server knows nothing of this token: the key brings another one, or a signed refusal.
            return isForgotten && licenseKey != null ? await client.ActivateAsync(licenseKey, device).ConfigureAwait(false) : answer;
        }

        private async Task ReadRevocationsAsync()
        {
            var text = await client.ReadRevocationsAsync().ConfigureAwait(false);
            if (text == null || !belief.IsNewerList(text, state)) return;
            var next = state.Clone();
            next.Revocations = text;
            Keep(next);
        }

        /// <summary>True for a refusal that nobody has signed.</summary>
        private bool Take(Answer answer, string licenseKey)
        {
            LicenseFile file;
            var next = belief.Hear(state, answer, licenseKey, out file);
            if (file != null)
            {
                var error = file.IssuedAt - clock();
                clockError = error.Duration() > LicenseVerifier.ClockTolerance ? error : TimeSpan.Zero;
            }
            var isDecided = file != null || answer.Conclusive;
            var isRunning = file != null && file.Status == "active";
            Plan(next, isDecided ? 0 : state.Failures + 1, isRunning ? file.CheckInBy - file.IssuedAt : (TimeSpan?)null);
            return file == null && answer.Conclusive && answer.Code != "VALID";
        }

        private void Plan(LicensingState next, int failures, TimeSpan? checkInWithin)
        {
            next.Failures = failures;
            next.LastAttempt = Now;
            next.NextAttempt = Now + Schedule.DelayAfter(failures, checkInWithin, random.NextDouble());
            Keep(next);
        }

        private void Keep(LicensingState next)
        {
            state = next;
            store.Write(next);
            Tell();
        }

        private void Tell()
        {
            var current = Status;
            var words = current.Code + " " + current.Warning;
            var isNew = words != told;
            told = words;
            var listeners = Changed;
            if (isNew && listeners != null) listeners(current);
        }

        private async Task<Answer> InTurnAsync(Func<Task<Answer>> work)
        {
            await turn.WaitAsync().ConfigureAwait(false);
            try
            {
                return await work().ConfigureAwait(false);
            }
            finally
            {
                turn.Release();
            }
        }
    }
}
