using System;
using System.Diagnostics;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>
    /// Manages the license of an application: activates it, saves its state, checks in daily and works without a network. Locks only
    /// on a signed answer, or after the grace period. Create one per application. Methods, timers and listeners never throw; their
    /// errors go to Failed.
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
        // Runs one operation at a time, so that answers can't overwrite each other.
        private readonly SemaphoreSlim queue = new SemaphoreSlim(1);
        private readonly Announcer announcer = new Announcer();
        private Timer timer;

        /// <summary>Raised on a thread pool thread when the status code, a warning, the available update or a feature changes.</summary>
        public event Action<LicenseStatus> Changed
        {
            add { announcer.Changed += value; }
            remove { announcer.Changed -= value; }
        }

        /// <summary>Raised with errors of the store, the network or a listener, for the log. The first listener gets earlier ones, too.</summary>
        public event Action<Exception> Failed
        {
            add { announcer.Failed += value; }
            remove { announcer.Failed -= value; }
        }

        /// <summary>Update channel: stable (default) or beta.</summary>
        public string Channel { get; set; }

        /// <exception cref="ArgumentException">The device has no fingerprint.</exception>
        public Licensing(
            LatchkeyClient client,
            ILicensingStore store,
            Device device,
            LicenseVerifier verifier,
            Func<DateTime> clock = null,
            Func<TimeSpan> monotonic = null)
        {
            if (string.IsNullOrEmpty(device.Fingerprint)) throw new ArgumentException("Device.Fingerprint is missing. Use DeviceFingerprint.Read.");
            this.client = client;
            this.device = device;
            Channel = "stable";
            kids = verifier.Keys.Kids;
            states = new StateRules(verifier, device.Fingerprint);
            answers = new AnswerRules(verifier, states, device);
            var running = Stopwatch.StartNew();
            time = new Timekeeper(clock ?? (() => DateTime.UtcNow), monotonic ?? (() => running.Elapsed));
            saved = new SavedState(store, states, announcer.Report);
        }

        /// <summary>Whether the application may run now, from memory. Cheap: read it as often as you like.</summary>
        public LicenseStatus Status
        {
            get
            {
                var state = saved.Current;
                var byWall = states.StatusOf(state, time.ByWall);
                // The user may have corrected the clock since the last answer.
                var status = byWall.MayRun ? byWall : states.StatusOf(state, time.Now);
                if (saved.HasProblem) status.Warnings.Add(new StatusWarning("STORE_FAILED", null));
                // Another version that was installed since may be newer than the offered one.
                var isForThis = (state.UpdateOfferedTo ?? device.AppVersion) == device.AppVersion;
                if (status.Update != null && (status.Update.Version == device.AppVersion || !isForThis)) status.Update = null;
                return status;
            }
        }

        /// <summary>Address of the update folder; null before the first activation.</summary>
        public Uri UpdateFeed
        {
            get
            {
                var token = saved.Current.UpdateToken;
                return token == null ? null : client.UpdateFeed(token, Channel);
            }
        }

        /// <summary>Checks in when due, now and every minute: a daily timer would stop while the computer sleeps.</summary>
        public void Start()
        {
            if (timer == null) timer = new Timer(ignored => TickAsync().ContinueWith(tick => { }), null, TimeSpan.Zero, Minute);
        }

        /// <summary>Stops the timer.</summary>
        public void Dispose()
        {
            if (timer != null) timer.Dispose();
            timer = null;
        }

        /// <summary>Activates the license on this device. Pass Stored if the key comes from a file or script instead of a user.</summary>
        public Task<Answer> ActivateAsync(string licenseKey, KeySource source = KeySource.Typed)
        {
            return ExclusivelyAsync(async () =>
            {
                var answer = await client.ActivateAsync(licenseKey, device, source, kids).ConfigureAwait(false);
                return SaveAnswer(answer, new AnsweredRequest { LicenseKey = licenseKey }).Answer;
            });
        }

        /// <summary>
        /// Claims a free license with an enrollment key, which is not saved. Refused if this device's license was moved away or
        /// released, unless a user decided to enroll it again: then pass Typed.
        /// </summary>
        public Task<Answer> EnrollAsync(string enrollmentKey, KeySource source = KeySource.Stored)
        {
            return ExclusivelyAsync(async () =>
            {
                var answer = await client.EnrollAsync(enrollmentKey, device, source, kids).ConfigureAwait(false);
                return SaveAnswer(answer, new AnsweredRequest()).Answer;
            });
        }

        /// <summary>Moves the license from this computer's previous hardware. Call it after HARDWARE_CHANGED, when the user agrees.</summary>
        public Task<Answer> MoveToThisHardwareAsync()
        {
            return ExclusivelyAsync(async () =>
            {
                var state = saved.Current;
                if (state.DeviceToken == null) return Answer.Refuse(VerdictCode.NOT_ACTIVATED);
                var answer = await client.TransferAsync(state.DeviceToken, device, kids).ConfigureAwait(false);
                return SaveAnswer(answer, new AnsweredRequest { LicenseKey = state.LicenseKey, IsOwn = true }).Answer;
            });
        }

        /// <summary>Checks in now. Returns null if this device has no license to check in with.</summary>
        public Task<Answer> CheckInAsync()
        {
            return EnqueueAsync(CheckInNowAsync);
        }

        /// <summary>Releases the license. Returns null on success; otherwise the reason.</summary>
        public Task<Answer> DeactivateAsync()
        {
            return ExclusivelyAsync(async () =>
            {
                string token = saved.Current.DeviceToken, key = saved.Current.LicenseKey;
                if (token == null && key == null) return null;
                var releasing = token == null ? client.DeactivateAsync(key, device) : client.DeactivateAsync(token);
                var refusal = await releasing.ConfigureAwait(false);
                if (refusal == null) saved.Save(saved.Current.WithoutLicense());
                return refusal;
            });
        }

        /// <summary>Returns the request that a user uploads in the portal to get a license file for a computer without internet.</summary>
        public string MakeOfflineRequest(string licenseKey)
        {
            return LatchkeyClient.MakeOfflineRequest(licenseKey, device, kids);
        }

        /// <summary>Imports a license file from the portal. Changes nothing if it is invalid.</summary>
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

        /// <summary>The caller has locked out other processes.</summary>
        private AppliedAnswer SaveAnswer(Answer answer, AnsweredRequest request)
        {
            var applied = saved.Atomically(() =>
            {
                var next = answers.Apply(saved.Current, answer, request);
                var file = next.File;
                if (file != null) time.Learn(file.IssuedAt);
                var failures = file != null || answer.Conclusive ? 0 : saved.Current.Failures + 1;
                var isRunning = file != null && file.Status == "active";
                SavePlan(next.State, failures, isRunning ? file.CheckInBy - file.IssuedAt : (TimeSpan?)null, answer.RetryAfterSeconds);
                return next;
            });
            if (applied.Answer.Error != null) announcer.Report(new Exception(applied.Answer.Error));
            return applied;
        }

        private bool SavePlan(LicensingState state, int failures, TimeSpan? checkInWithin, int retryAfterSeconds)
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
            return EnqueueAsync(() => saved.ExclusivelyAsync(work));
        }

        private async Task<Answer> EnqueueAsync(Func<Task<Answer>> work)
        {
            await queue.WaitAsync().ConfigureAwait(false);
            try
            {
                return await work().ConfigureAwait(false);
            }
            catch (Exception error)
            {
                announcer.Report(error);
                return Answer.Inconclusive("Can't check the license. The application retries automatically.", error.Message);
            }
            finally
            {
                queue.Release();
                announcer.Announce(Status);
            }
        }
    }
}
