using System;
using System.Text.RegularExpressions;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>Keeps the state in memory and in a store, which may fail and which other processes may share.</summary>
    internal sealed class SavedState
    {
        private const int LockAttempts = 150;
        private static readonly TimeSpan LockPause = TimeSpan.FromMilliseconds(100);

        private static readonly Regex DraftName = new Regex("[0-9a-f]{32}");

        private readonly ILicensingStore store;
        private readonly StateRules rules;
        private readonly Action<Exception> report;
        private readonly object gate = new object();
        private volatile LicensingState state = new LicensingState();
        private string storedText = "";
        private volatile bool isUnsaved;
        private string readProblem, writeProblem, lockProblem;

        public SavedState(ILicensingStore store, StateRules rules, Action<Exception> report)
        {
            this.store = store;
            this.rules = rules;
            this.report = report;
            Refresh();
        }

        public LicensingState Current { get { return state; } }

        public bool IsUnsaved { get { return isUnsaved; } }

        /// <summary>The state can't be read or saved.</summary>
        public bool HasProblem { get { return readProblem != null || writeProblem != null; } }

        /// <summary>Loads changes of other processes.</summary>
        public void Refresh()
        {
            lock (gate)
            {
                try
                {
                    string problem = null;
                    var found = store.Read(warning => problem = warning) ?? new LicensingState();
                    ReportOnce(ref readProblem, problem == null ? null : new Exception(problem));
                    Adopt(found);
                    if (problem != null) isUnsaved = rules.LicenseIdOf(state) != null;
                }
                catch (Exception error)
                {
                    ReportOnce(ref readProblem, error);
                }
            }
        }

        private void Adopt(LicensingState found)
        {
            var text = found.ToJson();
            if (text == storedText) return;
            if (found.Revision < state.Revision || (isUnsaved && found.Revision == state.Revision))
            {
                // Never saved, deleted, or restored from a backup: save the running application's state again.
                isUnsaved = true;
                return;
            }
            var next = isUnsaved ? Merge(state, found) : found;
            isUnsaved = next != found;
            state = next;
            storedText = text;
        }

        /// <summary>Another process saved while this one couldn't. For the same activation, the later signed answer wins.</summary>
        private LicensingState Merge(LicensingState mine, LicensingState theirs)
        {
            var isSame = mine.DeviceToken == theirs.DeviceToken && mine.LicenseKey == theirs.LicenseKey;
            if (!isSame || rules.IssuedAt(mine) <= rules.IssuedAt(theirs)) return theirs;
            var next = mine.Clone();
            if (next.LastSeen == null || theirs.LastSeen > next.LastSeen) next.LastSeen = theirs.LastSeen;
            next.Revision = theirs.Revision;
            return next;
        }

        /// <summary>Keeps the state in memory if the store fails.</summary>
        public void Save(LicensingState next)
        {
            lock (gate)
            {
                var revised = next.Clone();
                revised.Revision = Math.Max(Milliseconds(DateTime.UtcNow), state.Revision + 1);
                state = revised;
                try
                {
                    store.Write(revised);
                    storedText = revised.ToJson();
                    isUnsaved = false;
                    ReportOnce(ref readProblem, null);
                    ReportOnce(ref writeProblem, null);
                }
                catch (Exception error)
                {
                    isUnsaved = true;
                    ReportOnce(ref writeProblem, error);
                }
            }
        }

        private static long Milliseconds(DateTime time)
        {
            return (long)(time - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds;
        }

        private void ReportOnce(ref string problem, Exception error)
        {
            // Each draft has another name.
            var message = error == null ? null : DraftName.Replace(error.Message, "");
            if (message != null && message != problem) report(error);
            problem = message;
        }

        /// <summary>Runs the work with other threads of this process locked out.</summary>
        public T Atomically<T>(Func<T> work)
        {
            lock (gate) return work();
        }

        /// <summary>Runs the work without waiting for the lock.</summary>
        public T Change<T>(Func<T> work)
        {
            using (TryLock())
            {
                lock (gate)
                {
                    Refresh();
                    return work();
                }
            }
        }

        /// <summary>Runs the work with other processes locked out.</summary>
        public async Task<T> ExclusivelyAsync<T>(Func<Task<T>> work)
        {
            using (await LockAsync().ConfigureAwait(false))
            {
                Refresh();
                return await work().ConfigureAwait(false);
            }
        }

        private async Task<IDisposable> LockAsync()
        {
            for (var attempt = 0; attempt < LockAttempts; attempt++)
            {
                var acquired = TryLock();
                if (acquired != null) return acquired;
                await Task.Delay(LockPause).ConfigureAwait(false);
            }
            // Continue without the lock: each process still reads the other's changes before it writes.
            return new NoLock();
        }

        private IDisposable TryLock()
        {
            try
            {
                var acquired = store.TryLock();
                ReportOnce(ref lockProblem, null);
                return acquired;
            }
            catch (Exception error)
            {
                ReportOnce(ref lockProblem, error);
                return new NoLock();
            }
        }

        private sealed class NoLock : IDisposable
        {
            public void Dispose()
            {
            }
        }
    }
}
