using System;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>When to check in, and what is asked then.</summary>
    public sealed partial class Licensing
    {
        private bool wasBehind;

        /// <summary>Notes how late it is, announces what time alone has changed, and checks in if it is time to.</summary>
        public async Task TickAsync()
        {
            time.Settle();
            announcer.Announce(Status);
            await InTurnAsync(async () =>
            {
                saved.Refresh();
                await SaveTimeAsync().ConfigureAwait(false);
                return IsDue() ? await CheckInNowAsync().ConfigureAwait(false) : null;
            }).ConfigureAwait(false);
        }

        /// <summary>So that a clock turned back later is noticed; also saves what could not be saved before.</summary>
        private async Task SaveTimeAsync()
        {
            var lastSeen = saved.Current.LastSeen;
            var isLater = lastSeen.HasValue && time.Now - lastSeen.Value > LicenseVerifier.ClockTolerance;
            if (!isLater && !saved.IsUnsaved) return;
            await saved.ExclusivelyAsync(() =>
            {
                var next = saved.Current.Clone();
                if (next.LastSeen < time.Now) next.LastSeen = time.Now;
                saved.Save(next);
                return Task.FromResult(true);
            }).ConfigureAwait(false);
        }

        /// <summary>For a moment the clock ran ahead and that was saved: it locks, and only an answer shows that it is right now.</summary>
        private bool HasFallenBehind()
        {
            var isBehind = time.Now + LicenseVerifier.ClockTolerance < saved.Current.LastSeen;
            var isNews = isBehind && !wasBehind;
            wasBehind = isBehind;
            return isNews;
        }

        private bool IsDue()
        {
            var state = saved.Current;
            if (HasFallenBehind()) return true;
            if (!state.NextAttempt.HasValue || !state.LastAttempt.HasValue) return true;
            // A clock that was turned back must not put off the next check-in until it has caught up.
            return time.Now >= state.NextAttempt.Value || time.Now + LicenseVerifier.ClockTolerance < state.LastAttempt.Value;
        }

        private async Task<Answer> CheckInNowAsync()
        {
            saved.Refresh();
            var state = saved.Current;
            if (state.DeviceToken == null && state.LicenseKey == null)
            {
                if (state.ImportedFile == null) return null;
                // Nothing to check in with, but where there is a network, the list of revocations can be read.
                saved.Change(() => Plan(saved.Current, 0, null, 0));
                await ReadRevocationsAsync().ConfigureAwait(false);
                return null;
            }
            var applied = await AskAsync(state.DeviceToken, state.LicenseKey).ConfigureAwait(false);
            // A refusal without a signature locks nothing; the signed list does: the license may have been deleted, or moved.
            if (applied.IsUnsignedRefusal) await ReadRevocationsAsync().ConfigureAwait(false);
            return applied.Answer;
        }

        /// <summary>By the token; if the server does not know it, by the stored key, which brings another token or a signed refusal.</summary>
        private async Task<Applied> AskAsync(string deviceToken, string licenseKey)
        {
            var answer = deviceToken == null ? null : await client.CheckInAsync(deviceToken, device, Channel).ConfigureAwait(false);
            var isForgotten = answer == null || answer.Code == "NOT_ACTIVATED";
            return await saved.ExclusivelyAsync(async () =>
            {
                var current = saved.Current;
                // While this process asked, another one may have released the license or activated another one.
                if (current.DeviceToken != deviceToken || current.LicenseKey != licenseKey)
                {
                    return new Applied { Answer = answer ?? Answer.Refuse(VerdictCode.NOT_ACTIVATED) };
                }
                var isKeyNeeded = isForgotten && licenseKey != null;
                var last = isKeyNeeded ? await client.ActivateAsync(licenseKey, device, KeySource.Stored, kids).ConfigureAwait(false) : answer;
                return Take(last, new Question { LicenseKey = licenseKey, IsOwn = true });
            }).ConfigureAwait(false);
        }

        private async Task ReadRevocationsAsync()
        {
            var text = await client.ReadRevocationsAsync().ConfigureAwait(false);
            if (text == null || !states.IsNewerList(text, saved.Current)) return;
            saved.Change(() =>
            {
                var next = saved.Current.Clone();
                next.Revocations = text;
                saved.Save(next);
                return true;
            });
        }
    }
}
