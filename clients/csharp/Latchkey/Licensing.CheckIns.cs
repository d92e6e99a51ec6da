using System;
using System.Threading.Tasks;

namespace Latchkey
{
    public sealed partial class Licensing
    {
        private bool wasBehind;

        /// <summary>Checks in if due and updates the status. Start calls it every minute.</summary>
        public async Task TickAsync()
        {
            time.Settle();
            announcer.Announce(Status);
            await EnqueueAsync(async () =>
            {
                saved.Refresh();
                await SaveTimeAsync().ConfigureAwait(false);
                return IsDue() ? await CheckInNowAsync().ConfigureAwait(false) : null;
            }).ConfigureAwait(false);
        }

        /// <summary>Saves the latest time, to detect a clock that is set back later. Also retries a failed save.</summary>
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

        /// <summary>A clock that once ran ahead leaves a late time behind, which locks until an answer confirms the true time.</summary>
        private bool HasJustFallenBehind()
        {
            var isBehind = time.Now + LicenseVerifier.ClockTolerance < saved.Current.LastSeen;
            var hasJustFallen = isBehind && !wasBehind;
            wasBehind = isBehind;
            return hasJustFallen;
        }

        private bool IsDue()
        {
            var state = saved.Current;
            if (HasJustFallenBehind()) return true;
            if (!state.NextAttempt.HasValue || !state.LastAttempt.HasValue) return true;
            // A clock set back must not delay the next check-in.
            return time.Now >= state.NextAttempt.Value || time.Now + LicenseVerifier.ClockTolerance < state.LastAttempt.Value;
        }

        private async Task<Answer> CheckInNowAsync()
        {
            saved.Refresh();
            var state = saved.Current;
            if (state.DeviceToken == null && state.LicenseKey == null)
            {
                if (state.ImportedFile == null) return null;
                // An imported file can't check in, but the revocation list may name it.
                saved.Change(() => SavePlan(saved.Current, 0, null, 0));
                await ReadRevocationsAsync().ConfigureAwait(false);
                return null;
            }
            var applied = await AskAsync(state.DeviceToken, state.LicenseKey).ConfigureAwait(false);
            // An unsigned refusal locks nothing. If the license was deleted or moved, the signed list says so.
            if (applied.IsUnsignedRefusal) await ReadRevocationsAsync().ConfigureAwait(false);
            return applied.Answer;
        }

        /// <summary>Checks in with the token. If the server doesn't know it, activates with the stored key.</summary>
        private async Task<AppliedAnswer> AskAsync(string deviceToken, string licenseKey)
        {
            var answer = deviceToken == null ? null : await client.CheckInAsync(deviceToken, device, Channel).ConfigureAwait(false);
            var isForgotten = answer == null || answer.Code == "NOT_ACTIVATED";
            return await saved.ExclusivelyAsync(async () =>
            {
                var current = saved.Current;
                // Another process may have released or replaced the license during the request.
                if (current.DeviceToken != deviceToken || current.LicenseKey != licenseKey)
                {
                    return new AppliedAnswer { Answer = answer ?? Answer.Refuse(VerdictCode.NOT_ACTIVATED) };
                }
                var isKeyNeeded = isForgotten && licenseKey != null;
                var last = isKeyNeeded ? await client.ActivateAsync(licenseKey, device, KeySource.Stored, kids).ConfigureAwait(false) : answer;
                return SaveAnswer(last, new AnsweredRequest { LicenseKey = licenseKey, IsOwn = true });
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
