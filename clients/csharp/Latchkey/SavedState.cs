using System;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>The state in memory and in a store that may fail, and that other processes of this computer may share.</summary>
    internal sealed class SavedState
    {
        private const int LockAttempts = 150;
        private static readonly TimeSpan LockPause = TimeSpan.FromMilliseconds(100);

        private readonly ILicensingStore store;
        private readonly StateRules rules;
        private readonly Action<Exception> report;
        private readonly object gate = new object();
        private volatile LicensingState state = new LicensingState();
        // The content of the store, as far as known.
        private string saved = "";
        private volatile bool isUnsaved;
        private string readProblem, writeProblem;

        public SavedState(ILicensingStore store, StateRules rules, Action<Exception> report)
        {
            this.store = store;
            this.rules = rules;
            this.report = report;
            Refresh();
        }

        public LicensingState Current { get { return state; } }

        public bool IsUnsaved { get { return isUnsaved; } }

        /// <summary>The state cannot be read or saved.</summary>
        public bool HasProblem { get { return readProblem != null || writeProblem != null; } }

        /// <summary>Takes over the changes of other processes.</summary>
        public void Refresh()
        {
            lock (gate)
            {
                try
                {
                    string problem = null;
                    var found = store.Read(warning => problem = warning) ?? new LicensingState();
                    Note(ref readProblem, problem == null ? null : new Exception(problem));
                    Adopt(found);
                    if (problem != null) isUnsaved = rules.LicenseIdOf(state) != null;
                }
                catch (Exception error)
                {
                    Note(ref readProblem, error);
                }
            }
        }

        private void Adopt(LicensingState found)
        {
            var text = found.ToJson();
            if (text == saved) return;
            if (found.Revision < state.Revision || (isUnsaved && found.Revision == state.Revision))
            {
                // Never saved, or the file was removed, or an older one restored: a running application saves its state again.
                isUnsaved = true;
                return;
            }
            var next = isUnsaved ? Merge(state, found) : found;
            isUnsaved = next != found;
            state = next;
            saved = text;
        }

        /// <summary>This process could not save, and another one did. Of the same activation, the later signed answer wins.</summary>
        private LicensingState Merge(LicensingState mine, LicensingState theirs)
        {
            var isSame = mine.DeviceToken == theirs.DeviceToken && mine.LicenseKey == theirs.LicenseKey;
            if (!isSame || rules.IssuedAt(mine) <= rules.IssuedAt(theirs)) return theirs;
            var next = mine.Clone();
            if (next.LastSeen == null || theirs.LastSeen > next.LastSeen) next.LastSeen = theirs.LastSeen;
            next.Revision = theirs.Revision;
            return next;
        }

        /// <summary>Changes the state in memory at once, and in the store if it can be written.</summary>
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
                    saved = revised.ToJson();
                    isUnsaved = false;
                    Note(ref readProblem, null);
                    Note(ref writeProblem, null);
                }
                catch (Exception error)
                {
                    isUnsaved = true;
                    Note(ref writeProblem, error);
                }
            }
        }

        private static long Milliseconds(DateTime time)
        {
            return (long)(time - new DateTime(1970, 1, 1, 0, 0, 0, DateTimeKind.Utc)).TotalMilliseconds;
        }

        private void Note(ref string problem, Exception error)
        {
            var message = error == null ? null : error.Message;
            if (message != null && message != problem) report(error);
            problem = message;
        }

        /// <summary>With no other thread of this process changing the state.</summary>
        public T Atomically<T>(Func<T> work)
        {
            lock (gate) return work();
        }

        /// <summary>Changes the state, with other processes locked out if nothing else has the lock.</summary>
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

        /// <summary>With no other process changing the state until the work is done.</summary>
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
                var taken = TryLock();
                if (taken != null) return taken;
                await Task.Delay(LockPause).ConfigureAwait(false);
            }
            // Without it, each still notices the changes of the other before it writes.
            return new NoLock();
        }

        /// <summary>A store that cannot lock is used without.</summary>
        private IDisposable TryLock()
        {
            try
            {
                return store.TryLock();
            }
            catch (Exception error)
            {
                report(error);
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
