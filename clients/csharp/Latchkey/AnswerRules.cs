using System;

namespace Latchkey
{
    /// <summary>What an answer is about.</summary>
    internal sealed class Question
    {
        /// <summary>The key it was about; saved once it is valid.</summary>
        public string LicenseKey { get; set; }

        /// <summary>Asked with this computer's own token or stored key, so that the answer is about the license it has.</summary>
        public bool IsOwn { get; set; }
    }

    /// <summary>What an answer changed.</summary>
    internal sealed class Applied
    {
        public LicensingState State { get; set; }

        /// <summary>With the verdict of this application where the server's decision disagrees.</summary>
        public Answer Answer { get; set; }

        /// <summary>Null unless the answer is signed, about this device and fresh.</summary>
        public LicenseFile File { get; set; }

        public bool IsUnsignedRefusal { get { return File == null && Answer.Conclusive && !Answer.Valid; } }
    }

    /// <summary>What an answer of the server changes. Only one that is signed, about this device and fresh changes the license.</summary>
    internal sealed class AnswerRules
    {
        private readonly LicenseVerifier verifier;
        private readonly StateRules states;
        private readonly string fingerprint;

        public AnswerRules(LicenseVerifier verifier, StateRules states, string fingerprint)
        {
            this.verifier = verifier;
            this.states = states;
            this.fingerprint = fingerprint;
        }

        public Applied Apply(LicensingState state, Answer answer, Question question)
        {
            var verdict = FreshVerdict(answer, question.LicenseKey);
            var judged = Judge(answer, verdict);
            if (verdict == null || !IsSigned(verdict))
            {
                var code = verdict == null ? answer.Code : verdict.Code.ToString();
                return new Applied { State = MarkUnreadable(state, code), Answer = judged };
            }
            return new Applied { State = ApplyFile(state, answer, verdict, question), Answer = judged, File = verdict.File };
        }

        private LicensingState ApplyFile(LicensingState state, Answer answer, Verdict verdict, Question question)
        {
            var file = verdict.File;
            var ownId = states.LicenseIdOf(state);
            var isOwn = question.IsOwn || ownId == file.LicenseId;
            if (file.Lost != null && (isOwn || ownId == null)) return Lose(state, file);
            // A refusal of another key, typed while a license is running, takes nothing away from that license.
            if (!verdict.Valid && !isOwn) return state;
            var next = isOwn ? state.Clone() : state.WithoutLicense();
            next.LastSeen = file.IssuedAt;
            next.NoticeCode = answer.Code;
            next.NoticeWarnings = string.Join(" ", answer.Warnings);
            next.Unreadable = next.UnreadableKids = null;
            if (answer.HasUpdate) SetUpdate(next, answer.Update);
            // The license file of the previous hardware stays, in case its identifier was misread only once.
            if (answer.Code == "HARDWARE_CHANGED") return next;
            next.LicenseFile = answer.LicenseFile;
            if (verdict.Valid && question.LicenseKey != null) next.LicenseKey = question.LicenseKey;
            next.DeviceToken = answer.DeviceToken ?? next.DeviceToken;
            next.UpdateToken = answer.UpdateToken ?? next.UpdateToken;
            // A refusal also ends a file that was imported before.
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

        private static void SetUpdate(LicensingState state, AvailableUpdate update)
        {
            state.UpdateVersion = update == null ? null : update.Version;
            state.IsUpdateMandatory = update != null && update.IsMandatory;
        }

        /// <summary>Keeps the license's state and reports why there is no newer answer.</summary>
        private LicensingState MarkUnreadable(LicensingState state, string code)
        {
            if (code != "UNKNOWN_KEY" && code != "UNSUPPORTED") return state;
            var next = state.Clone();
            next.Unreadable = code;
            next.UnreadableKids = string.Join(" ", verifier.Keys.Kids);
            return next;
        }

        /// <summary>The answer to a request just made was issued now, whatever the clock of this computer shows.</summary>
        private Verdict FreshVerdict(Answer answer, string licenseKey)
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

        /// <summary>A decision that this application cannot confirm is not valid for it.</summary>
        private static Answer Judge(Answer answer, Verdict verdict)
        {
            if (!answer.Valid || (verdict != null && verdict.Valid)) return answer;
            if (verdict == null) return Answer.NotTheServer("a valid decision without a license file");
            switch (verdict.Code)
            {
                // No license server sends these along with a valid decision.
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
