using System;
using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>Derives the status from the state. Only a signed answer, an imported file and time change whether the application may run.</summary>
    internal sealed class StateRules
    {
        private readonly LicenseVerifier verifier;
        private readonly string fingerprint;

        public StateRules(LicenseVerifier verifier, string fingerprint)
        {
            this.verifier = verifier;
            this.fingerprint = fingerprint;
        }

        public LicenseStatus StatusOf(LicensingState state, DateTime now)
        {
            var verdict = VerdictOf(state, now);
            var warnings = new List<StatusWarning>();
            if (verdict.Warning != LicenseWarning.NONE) warnings.Add(new StatusWarning(verdict.Warning.ToString(), verdict.Until));
            if (verdict.Valid) AddNotices(warnings, state, verdict.File);
            return new LicenseStatus
            {
                Code = verdict.Valid ? verdict.Code : RefusalCode(state, verdict.Code),
                Warnings = warnings,
                File = verdict.File,
                Update = state.UpdateVersion == null
                    ? null
                    : new AvailableUpdate { Version = state.UpdateVersion, IsMandatory = state.IsUpdateMandatory },
            };
        }

        private Verdict VerdictOf(LicensingState state, DateTime now)
        {
            var answered = Read(state.LicenseFile, state, now);
            // An imported file may be valid for longer than the last answer.
            var isOver = state.LicenseFile == null || answered.Code == VerdictCode.EXPIRED;
            return isOver && state.ImportedFile != null ? Read(state.ImportedFile, state, now) : answered;
        }

        private Verdict Read(string text, LicensingState state, DateTime now)
        {
            if (text == null) return new Verdict { Code = VerdictCode.NOT_ACTIVATED };
            return verifier.Verify(text, new LicenseCheck
            {
                DeviceFingerprint = fingerprint,
                Now = now,
                LastSeen = state.LastSeen,
                Revocations = ReadList(state.Revocations),
            });
        }

        private VerdictCode RefusalCode(LicensingState state, VerdictCode code)
        {
            var isEmpty = state.LicenseFile == null && state.ImportedFile == null;
            if (state.NoticeCode == "HARDWARE_CHANGED" && (isEmpty || code == VerdictCode.WRONG_DEVICE)) return VerdictCode.HARDWARE_CHANGED;
            if (isEmpty && state.LostCode != null) return LossOf(state.LostCode);
            var isOutOfDate = code == VerdictCode.NOT_ACTIVATED || code == VerdictCode.EXPIRED;
            if (!isOutOfDate || !IsUnreadable(state)) return code;
            return state.Unreadable == "UNSUPPORTED" ? VerdictCode.UNSUPPORTED : VerdictCode.UNKNOWN_KEY;
        }

        private static VerdictCode LossOf(string code)
        {
            if (code == "MOVED") return VerdictCode.MOVED;
            return code == "REVOKED" ? VerdictCode.REVOKED : VerdictCode.RELEASED;
        }

        /// <summary>Applies only to these keys: an update of the application may trust others.</summary>
        private bool IsUnreadable(LicensingState state)
        {
            return state.Unreadable != null && state.UnreadableKids == string.Join(" ", verifier.Keys.Kids);
        }

        private void AddNotices(List<StatusWarning> warnings, LicensingState state, LicenseFile file)
        {
            if (IsUnreadable(state)) warnings.Add(new StatusWarning(state.Unreadable, file.GraceUntil));
            foreach (var code in (state.NoticeWarnings ?? "").Split(new[] { ' ' }, StringSplitOptions.RemoveEmptyEntries))
            {
                warnings.Add(new StatusWarning(code, null));
            }
        }

        /// <summary>Imports a license file. Changes nothing if it is invalid.</summary>
        public Verdict Import(LicensingState state, string text, DateTime now, out LicensingState next)
        {
            next = state;
            var verdict = Read(text ?? "", state, now);
            if (!verdict.Valid) return verdict;
            var file = verdict.File;
            if (state.LostLicenseId == file.LicenseId && file.IssuedAt <= state.LostAt) return new Verdict { Code = VerdictCode.REVOKED_BY_LIST, File = file };
            var isSameKey = state.LicenseKey != null && Identifiers.HashLicenseKey(state.LicenseKey) == file.LicenseKeyHash;
            // The file replaces an older refusal, but not a valid answer: check-ins renew that.
            var isRunning = isSameKey && StatusOf(state, now).MayRun;
            next = isSameKey ? state.Clone() : state.WithoutLicense();
            if (!isRunning) next.LicenseFile = null;
            next.ImportedFile = text;
            next.LostCode = next.LostLicenseId = null;
            next.LostAt = null;
            // Importing the same file again must not reset the latest time seen.
            if (next.LastSeen == null || file.IssuedAt > next.LastSeen) next.LastSeen = file.IssuedAt;
            return verdict;
        }

        /// <summary>Whether the text is a signed list that is not older than the saved one.</summary>
        public bool IsNewerList(string text, LicensingState state)
        {
            var received = ReadList(text);
            var known = ReadList(state.Revocations);
            return received != null && (known == null || received.IssuedAt >= known.IssuedAt);
        }

        public DateTime IssuedAt(LicensingState state)
        {
            var file = FileOf(state);
            return file == null ? DateTime.MinValue : file.IssuedAt;
        }

        /// <summary>Id of this computer's license, valid or not.</summary>
        public string LicenseIdOf(LicensingState state)
        {
            var file = FileOf(state);
            return file == null ? null : file.LicenseId;
        }

        private LicenseFile FileOf(LicensingState state)
        {
            var text = state.LicenseFile ?? state.ImportedFile;
            if (text == null) return null;
            var check = new LicenseCheck { DeviceFingerprint = fingerprint, Now = DateTime.UtcNow };
            return verifier.Verify(text, check).File;
        }

        private RevocationList ReadList(string text)
        {
            return RevocationList.Read(text, verifier.Keys, verifier.Ed25519);
        }
    }
}
