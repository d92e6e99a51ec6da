using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>
    /// The licensing of an application: activates it, saves its state, checks in daily, works without a network, and locks only on
    /// signed answers or when time is up. One for the whole run of the application. No method, timer or listener throws; only
    /// constructors do, for a wrong configuration.
    /// </summary>
    public sealed partial class Licensing : IDisposable
    {
        private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

        private readonly LatchkeyClient client;
        private readonly Device device;
        private readonly string[] kids;
        private readonly StateRules states;
        private readonly AnswerRules answers;
        private readonly SavedState saved;
        private readonly Timekeeper time;
        private readonly Random random = new Random();
        // One operation after the other, so that two answers do not overwrite each other.
        private readonly SemaphoreSlim turn = new SemaphoreSlim(1);
        private readonly Announcer announcer = new Announcer();
        private Timer timer;

        /// <summary>Raised on a thread of the pool when the code, a warning or the available update changes.</summary>
        public event Action<LicenseStatus> Changed
        {
            add { announcer.Changed += value; }
            remove { announcer.Changed -= value; }
        }

        /// <summary>For the log: a store, a listener or a connection that failed.</summary>
        public event Action<Exception> Failed
        {
            add { announcer.Failed += value; }
            remove { announcer.Failed -= value; }
        }

        /// <summary>Of updates: stable or beta.</summary>
        public string Channel { get; set; }

        public Licensing(
            LatchkeyClient client,
            ILicensingStore store,
            Device device,
            LicenseVerifier verifier,
            Func<DateTime> clock = null,
            Func<TimeSpan> monotonic = null)
        {
            if (string.IsNullOrEmpty(device.Fingerprint)) throw new ArgumentException("The device has no Fingerprint.");
            this.client = client;
            this.device = device;
            Channel = "stable";
            kids = verifier.Keys.Kids;
            states = new StateRules(verifier, device.Fingerprint);
            answers = new AnswerRules(verifier, states, device.Fingerprint);
            var running = Stopwatch.StartNew();
            time = new Timekeeper(clock ?? (() => DateTime.UtcNow), monotonic ?? (() => running.Elapsed));
            saved = new SavedState(store, states, announcer.Report);
        }

        /// <summary>May the application run now? By the state in memory: asks neither the disk nor the server.</summary>
        public LicenseStatus Status
        {
            get
            {
                var state = saved.Current;
                var byWall = states.StatusOf(state, time.ByWall);
                // If the clock was wrong and has been set right since, it counts.
                var status = byWall.MayRun ? byWall : states.StatusOf(state, time.Now);
                if (saved.HasProblem) status.Warnings.Add(new StatusWarning("STORE_FAILED", null));
                if (status.Update != null && status.Update.Version == device.AppVersion) status.Update = null;
                return status;
            }
        }

        /// <summary>The folder of the update feeds; null before the first activation.</summary>
        public Uri UpdateFeed
        {
            get
            {
                var token = saved.Current.UpdateToken;
                return token == null ? null : client.UpdateFeed(token, Channel);
            }
        }

        /// <summary>Now and then every minute, because a timer of a day would sleep along with the computer.</summary>
        public void Start()
        {
            if (timer == null) timer = new Timer(ignored => TickAsync().ContinueWith(tick => { }), null, TimeSpan.Zero, Minute);
        }

        public void Dispose()
        {
            if (timer != null) timer.Dispose();
            timer = null;
        }

        /// <summary>With a key that a person typed now; pass Stored for one from a file or a script.</summary>
        public Task<Answer> ActivateAsync(string licenseKey, KeySource source = KeySource.Typed)
        {
            return ExclusivelyAsync(async () =>
            {
                var answer = await client.ActivateAsync(licenseKey, device, source, kids).ConfigureAwait(false);
                return Take(answer, new Question { LicenseKey = licenseKey }).Answer;
            });
        }

        /// <summary>
        /// With the key of a roll-out, which opens many licenses and is not saved. A computer whose license was moved away is refused;
        /// pass Typed when a person decided to enroll it again.
        /// </summary>
        public Task<Answer> EnrollAsync(string enrollmentKey, KeySource source = KeySource.Stored)
        {
            return ExclusivelyAsync(async () =>
            {
                var answer = await client.EnrollAsync(enrollmentKey, device, source, kids).ConfigureAwait(false);
                return Take(answer, new Question()).Answer;
            });
        }

        /// <summary>After HARDWARE_CHANGED: moves the license here from the previous hardware of this computer.</summary>
        public Task<Answer> MoveToThisHardwareAsync()
        {
            return ExclusivelyAsync(async () =>
            {
                var state = saved.Current;
                if (state.DeviceToken == null) return Answer.Refuse(VerdictCode.NOT_ACTIVATED);
                var answer = await client.TransferAsync(state.DeviceToken, device, kids).ConfigureAwait(false);
                return Take(answer, new Question { LicenseKey = state.LicenseKey, IsOwn = true }).Answer;
            });
        }

        /// <summary>Null when there is nothing to check in with.</summary>
        public Task<Answer> CheckInAsync()
        {
            return InTurnAsync(CheckInNowAsync);
        }

        /// <summary>Releases the license. Null when it is free again; otherwise why not.</summary>
        public Task<Answer> DeactivateAsync()
        {
            return ExclusivelyAsync(async () =>
            {
                var token = saved.Current.DeviceToken;
                if (token == null) return null;
                var refusal = await client.DeactivateAsync(token).ConfigureAwait(false);
                if (refusal == null) saved.Save(saved.Current.WithoutLicense());
                return refusal;
            });
        }

        /// <summary>The text that a computer without internet asks for a license file with: a person carries it to the portal.</summary>
        public string MakeOfflineRequest(string licenseKey)
        {
            return LatchkeyClient.MakeOfflineRequest(licenseKey, device, kids);
        }

        /// <summary>Takes a license file that was made in the portal.</summary>
        public Verdict Import(string licenseFile)
        {
            try
            {
                var verdict = saved.Change(() =>
                {
                    LicensingState next;
                    var result = states.Import(saved.Current, licenseFile, time.Now, out next);
                    if (result.Valid) saved.Save(next);
                    return result;
                });
                announcer.Announce(Status);
                return verdict;
            }
            catch (Exception error)
            {
                announcer.Report(error);
                return new Verdict { Code = VerdictCode.MALFORMED };
            }
        }

        /// <summary>Saves what an answer changes. To be called with other processes locked out.</summary>
        private Applied Take(Answer answer, Question question)
        {
            if (answer.Error != null) announcer.Report(new Exception(answer.Error));
            return saved.Atomically(() =>
            {
                var applied = answers.Apply(saved.Current, answer, question);
                var file = applied.File;
                if (file != null) time.Learn(file.IssuedAt);
                var failures = file != null || answer.Conclusive ? 0 : saved.Current.Failures + 1;
                var isRunning = file != null && file.Status == "active";
                Plan(applied.State, failures, isRunning ? file.CheckInBy - file.IssuedAt : (TimeSpan?)null, answer.RetryAfterSeconds);
                return applied;
            });
        }

        private bool Plan(LicensingState state, int failures, TimeSpan? checkInWithin, int retryAfterSeconds)
        {
            var next = state.Clone();
            next.Failures = failures;
            next.LastAttempt = time.Now;
            next.NextAttempt = time.Now + Schedule.DelayAfter(failures, checkInWithin, retryAfterSeconds, random.NextDouble());
            saved.Save(next);
            return true;
        }

        private Task<Answer> ExclusivelyAsync(Func<Task<Answer>> work)
        {
            return InTurnAsync(() => saved.ExclusivelyAsync(work));
        }

        private async Task<Answer> InTurnAsync(Func<Task<Answer>> work)
        {
            await turn.WaitAsync().ConfigureAwait(false);
            try
            {
                return await work().ConfigureAwait(false);
            }
            catch (Exception error)
            {
                announcer.Report(error);
                return Answer.Inconclusive("The license could not be checked. The application retries automatically.", error.Message);
            }
            finally
            {
                turn.Release();
                announcer.Announce(Status);
            }
        }
    }
}
