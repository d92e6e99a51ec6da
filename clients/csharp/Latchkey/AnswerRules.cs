using System;

namespace Latchkey
{
    /// <summary>The request that the server answered.</summary>
    internal sealed class AnsweredRequest
    {
        /// <summary>Saved if the answer is valid.</summary>
        public string LicenseKey { get; set; }

        /// <summary>Sent with this computer's token or stored key, so the answer is about its current license.</summary>
        public bool IsOwn { get; set; }
    }

    internal sealed class AppliedAnswer
    {
        public LicensingState State { get; set; }

        /// <summary>The server's decision, or this application's verdict if it refuses what the server allowed.</summary>
        public Answer Answer { get; set; }

        /// <summary>Null unless the answer is signed, fresh and about this device.</summary>
        public LicenseFile File { get; set; }

        public bool IsUnsignedRefusal { get { return File == null && Answer.Conclusive && !Answer.Valid; } }
    }

    /// <summary>Applies answers to the state. Only a signed, fresh answer about this device changes the license.</summary>
    internal sealed class AnswerRules
    {
        private readonly LicenseVerifier verifier;
        private readonly StateRules states;
        private readonly string fingerprint, appVersion;

        public AnswerRules(LicenseVerifier verifier, StateRules states, Device device)
        {
            this.verifier = verifier;
            this.states = states;
            fingerprint = device.Fingerprint;
            appVersion = device.AppVersion;
        }

        public AppliedAnswer Apply(LicensingState state, Answer answer, AnsweredRequest request)
        {
            var verdict = VerifyFresh(answer, request.LicenseKey);
            var confirmed = Confirm(answer, verdict);
            if (verdict == null || !IsSigned(verdict))
            {
                var code = verdict == null ? answer.Code : verdict.Code.ToString();
                return new AppliedAnswer { State = MarkUnreadable(state, code), Answer = confirmed };
            }
            return new AppliedAnswer { State = ApplyFile(state, answer, verdict, request), Answer = confirmed, File = verdict.File };
        }

        private LicensingState ApplyFile(LicensingState state, Answer answer, Verdict verdict, AnsweredRequest request)
        {
            var file = verdict.File;
            var ownId = states.LicenseIdOf(state);
            var isOwn = request.IsOwn || ownId == file.LicenseId;
            if (file.Lost != null && (isOwn || ownId == null)) return Lose(state, file);
            // A refused key that a user tries while a license is running must not end that license.
            if (!verdict.Valid && !isOwn) return state;
            var next = isOwn ? state.Clone() : state.WithoutLicense();
            next.LastSeen = file.IssuedAt;
            next.NoticeCode = answer.Code;
            next.NoticeWarnings = string.Join(" ", answer.Warnings);
            next.Unreadable = next.UnreadableKids = null;
            if (answer.HasUpdate) SetUpdate(next, answer.Update);
            // Keep the file for the previous hardware: the UUID may have been misread once.
            if (answer.Code == "HARDWARE_CHANGED") return next;
            next.LicenseFile = answer.LicenseFile;
            if (verdict.Valid && request.LicenseKey != null) next.LicenseKey = request.LicenseKey;
            next.DeviceToken = answer.DeviceToken ?? next.DeviceToken;
            next.UpdateToken = answer.UpdateToken ?? next.UpdateToken;
            // A refusal ends an imported file too.
            if (!verdict.Valid) next.ImportedFile = null;
            next.LostCode = next.LostLicenseId = null;
            next.LostAt = null;
            return next;
        }

        private static LicensingState Lose(LicensingState state, LicenseFile file)
        {
            var next = state.WithoutLicense();
            next.LastSeen = next.LostAt = file.IssuedAt;
            next.LostCode = file.Lost;
            next.LostLicenseId = file.LicenseId;
            return next;
        }

        private void SetUpdate(LicensingState state, AvailableUpdate update)
        {
            state.UpdateVersion = update == null ? null : update.Version;
            state.IsUpdateMandatory = update != null && update.IsMandatory;
            state.UpdateOfferedTo = update == null ? null : appVersion;
        }

        private LicensingState MarkUnreadable(LicensingState state, string code)
        {
            if (code != "UNKNOWN_KEY" && code != "UNSUPPORTED") return state;
            var next = state.Clone();
            next.Unreadable = code;
            next.UnreadableKids = string.Join(" ", verifier.Keys.Kids);
            return next;
        }

        /// <summary>Verifies at the time of issue: the answer has our nonce, so it was issued now, even if this computer's clock is wrong.</summary>
        private Verdict VerifyFresh(Answer answer, string licenseKey)
        {
            if (answer.LicenseFile == null || answer.Nonce == null) return null;
            var check = new LicenseCheck { DeviceFingerprint = fingerprint, LicenseKey = licenseKey, Now = DateTime.UtcNow };
            var verdict = verifier.Verify(answer.LicenseFile, check);
            if (verdict.File == null) return verdict;
            check.Nonce = answer.Nonce;
            check.Now = verdict.File.IssuedAt;
            return verifier.Verify(answer.LicenseFile, check);
        }

        private static bool IsSigned(Verdict verdict)
        {
            switch (verdict.Code)
            {
                case VerdictCode.VALID:
                case VerdictCode.EXPIRED:
                case VerdictCode.REVOKED:
                case VerdictCode.INACTIVE:
                case VerdictCode.NOT_ACTIVATED:
                    return true;
                default:
                    return false;
            }
        }

        /// <summary>Refuses a valid decision whose file this application can't verify.</summary>
        private static Answer Confirm(Answer answer, Verdict verdict)
        {
            if (!answer.Valid || (verdict != null && verdict.Valid)) return answer;
            if (verdict == null) return Answer.NotTheServer("a valid decision without a license file");
            switch (verdict.Code)
            {
                // A license server never sends these with a valid decision.
                case VerdictCode.MALFORMED:
                case VerdictCode.BAD_SIGNATURE:
                case VerdictCode.REPLAY:
                case VerdictCode.CLOCK:
                    return Answer.NotTheServer("a valid decision with a license file that is " + verdict.Code);
                default:
                    return Answer.Refuse(verdict.Code);
            }
        }
    }
}
