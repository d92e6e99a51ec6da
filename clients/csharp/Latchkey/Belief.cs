using System;

namespace Latchkey
{
    /// <summary>What an application believes about its license, and what may change that: signed words, and time.</summary>
    internal sealed class Belief
    {
        private readonly LicenseVerifier verifier;
        private readonly string fingerprint;

        public Belief(LicenseVerifier verifier, string fingerprint)
        {
            this.verifier = verifier;
            this.fingerprint = fingerprint;
        }

        public Verdict Judge(LicensingState state, DateTime now)
        {
            var answered = Read(state.LicenseFile, state, now);
            // The one that was brought may last longer than the last answer.
            var isOver = state.LicenseFile == null || answered.Code == VerdictCode.EXPIRED;
            return isOver && state.CarriedFile != null ? Read(state.CarriedFile, state, now) : answered;
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

        /// <summary>After hearing an answer. The file is null unless it was the server's own word, said to this very question.</summary>
        public LicensingState Hear(LicensingState state, Answer answer, string licenseKey, out LicenseFile file)
        {
            var verdict = Fresh(answer, licenseKey);
            file = verdict == null ? null : verdict.File;
            if (file == null) return state.Clone();
            var isSame = LicenseIdOf(state) == file.LicenseId;
            // A refusal of some other key, typed in while a license is running, takes nothing away from that one.
            if (!verdict.Valid && !isSame) return state.Clone();
            var next = isSame ? state.Clone() : state.WithoutLicense();
            next.LicenseFile = answer.LicenseFile;
            next.LicenseKey = verdict.Valid && licenseKey != null ? licenseKey : next.LicenseKey;
            next.DeviceToken = answer.DeviceToken ?? next.DeviceToken;
            next.UpdateToken = answer.UpdateToken ?? next.UpdateToken;
            // What was brought before does not outlast a refusal.
            if (!verdict.Valid) next.CarriedFile = null;
            next.LastSeen = file.IssuedAt;
            return next;
        }

        /// <summary>An answer to a question just asked is issued now, whatever the clock of this computer shows.</summary>
        private Verdict Fresh(Answer answer, string licenseKey)
        {
            if (answer.LicenseFile == null || answer.Nonce == null) return null;
            var check = new LicenseCheck { DeviceFingerprint = fingerprint, LicenseKey = licenseKey, Now = DateTime.UtcNow };
            var file = verifier.Verify(answer.LicenseFile, check).File;
            if (file == null) return null;
            check.Nonce = answer.Nonce;
            check.Now = file.IssuedAt;
            var verdict = verifier.Verify(answer.LicenseFile, check);
            switch (verdict.Code)
            {
                case VerdictCode.WRONG_DEVICE:
                case VerdictCode.WRONG_LICENSE:
                case VerdictCode.REPLAY:
                    return null;
                default:
                    return verdict;
            }
        }

        /// <summary>A file that was made in the portal, or for this computer's request. Changes nothing unless it is valid.</summary>
        public Verdict Carry(LicensingState state, string text, DateTime now, out LicensingState next)
        {
            next = state;
            var revocations = ReadList(state.Revocations);
            var check = new LicenseCheck { DeviceFingerprint = fingerprint, Now = now, Revocations = revocations };
            var verdict = verifier.Verify(text, check);
            if (!verdict.Valid) return verdict;
            var isSameKey = state.LicenseKey != null && Spelling.HashOfKey(state.LicenseKey) == verdict.File.LicenseKeyHash;
            next = isSameKey ? state.Clone() : state.WithoutLicense();
            // A refusal that is older than the file is over. An answer that still holds stays: it is renewed by itself.
            if (!Judge(state, now).Valid) next.LicenseFile = null;
            next.CarriedFile = text;
            next.LastSeen = verdict.File.IssuedAt;
            return verdict;
        }

        /// <summary>Whether this is a signed list that is not older than the one there is.</summary>
        public bool IsNewerList(string text, LicensingState state)
        {
            var heard = ReadList(text);
            var known = ReadList(state.Revocations);
            return heard != null && (known == null || heard.IssuedAt >= known.IssuedAt);
        }

        private RevocationList ReadList(string text)
        {
            return RevocationList.Read(text, verifier.Keys, verifier.Ed25519);
        }

        private string LicenseIdOf(LicensingState state)
        {
            var text = state.LicenseFile ?? state.CarriedFile;
            if (text == null) return null;
            var check = new LicenseCheck { DeviceFingerprint = fingerprint, Now = DateTime.UtcNow };
            var file = verifier.Verify(text, check).File;
            return file == null ? null : file.LicenseId;
        }
    }
}
