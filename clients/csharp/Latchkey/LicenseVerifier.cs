using System;
using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>In the order in which they are looked for; the first that applies is the answer.</summary>
    public enum VerdictCode
    {
        VALID,
        MALFORMED,
        UNSUPPORTED,
        UNKNOWN_KEY,
        BAD_SIGNATURE,
        WRONG_DEVICE,
        WRONG_LICENSE,
        CLOCK,
        REPLAY,
        REVOKED_BY_LIST,
        REVOKED,
        INACTIVE,
        NOT_ACTIVATED,
        EXPIRED,
    }

    public enum LicenseWarning
    {
        NONE,

        /// <summary>The application runs and should reach the server soon.</summary>
        CHECK_IN_OVERDUE,

        /// <summary>The application runs for the last days. Say until when.</summary>
        GRACE,
    }

    public sealed class Verdict
    {
        public VerdictCode Code { get; internal set; }
        public bool Valid { get { return Code == VerdictCode.VALID; } }
        public LicenseWarning Warning { get; internal set; }

        /// <summary>Until when the warning lets the application run.</summary>
        public DateTime? Until { get; internal set; }

        /// <summary>There as soon as its signature has held; null before.</summary>
        public LicenseFile File { get; internal set; }
    }

    /// <summary>The public keys that the application was built with. Never take one from a file or from the network.</summary>
    public sealed class TrustedKeys : Dictionary<string, byte[]>
    {
        public TrustedKeys() : base(StringComparer.Ordinal)
        {
        }

        /// <summary>kid, and the 32 bytes of the key in base64.</summary>
        public void Add(string kid, string base64)
        {
            Add(kid, Convert.FromBase64String(base64));
        }
    }

    /// <summary>What the application knows when it looks at a file. What is null is not compared.</summary>
    public sealed class LicenseCheck
    {
        public string DeviceFingerprint { get; set; }
        public string LicenseKey { get; set; }
        public string Nonce { get; set; }
        public DateTime Now { get; set; }

        /// <summary>The latest time this computer has seen: a clock before it has been turned back.</summary>
        public DateTime? LastSeen { get; set; }

        public RevocationList Revocations { get; set; }
    }

    /// <summary>Answers as clients/vectors/vectors.json says.</summary>
    public sealed class LicenseVerifier
    {
        /// <summary>Clocks of computers that are set right differ by less.</summary>
        public static readonly TimeSpan ClockTolerance = TimeSpan.FromMinutes(5);

        public TrustedKeys Keys { get; private set; }
        public IEd25519 Ed25519 { get; private set; }

        public LicenseVerifier(TrustedKeys keys, IEd25519 ed25519)
        {
            Keys = keys;
            Ed25519 = ed25519;
        }

        public Verdict Verify(string text, LicenseCheck check)
        {
            var envelope = SignedEnvelope.Open("license-file.v1", SignedEnvelope.Unwrap(text), Keys, Ed25519);
            if (envelope.Fault != null) return new Verdict { Code = envelope.Fault.Value };
            var file = LicenseFile.From(envelope.Content);
            if (file == null) return new Verdict { Code = VerdictCode.MALFORMED };
            return FaultOf(file, check) ?? TimesOf(file, check.Now);
        }

        /// <summary>Null when nothing but the time is left to look at.</summary>
        private static Verdict FaultOf(LicenseFile file, LicenseCheck check)
        {
            if (Spelling.OfDevice(file.DeviceFingerprint) != Spelling.OfDevice(check.DeviceFingerprint)) return Refuse(VerdictCode.WRONG_DEVICE, file);
            if (check.LicenseKey != null && Spelling.HashOfKey(check.LicenseKey) != file.LicenseKeyHash) return Refuse(VerdictCode.WRONG_LICENSE, file);
            var latest = check.Now + ClockTolerance;
            if (file.IssuedAt > latest || check.LastSeen > latest) return Refuse(VerdictCode.CLOCK, file);
            if (check.Nonce != null && check.Nonce != file.Nonce) return Refuse(VerdictCode.REPLAY, file);
            if (check.Revocations != null && check.Revocations.Voids(file)) return Refuse(VerdictCode.REVOKED_BY_LIST, file);
            if (file.Status == "active") return null;
            if (file.Status == "revoked") return Refuse(VerdictCode.REVOKED, file);
            return Refuse(file.Status == "inactive" ? VerdictCode.INACTIVE : VerdictCode.NOT_ACTIVATED, file);
        }

        private static Verdict TimesOf(LicenseFile file, DateTime now)
        {
            if (now <= file.CheckInBy) return new Verdict { Code = VerdictCode.VALID, File = file };
            if (now <= file.ExpiresAt) return Warn(LicenseWarning.CHECK_IN_OVERDUE, file.ExpiresAt, file);
            if (now <= file.GraceUntil) return Warn(LicenseWarning.GRACE, file.GraceUntil, file);
            return Refuse(VerdictCode.EXPIRED, file);
        }

        private static Verdict Refuse(VerdictCode code, LicenseFile file)
        {
            return new Verdict { Code = code, File = file };
        }

        private static Verdict Warn(LicenseWarning warning, DateTime until, LicenseFile file)
        {
            return new Verdict { Code = VerdictCode.VALID, Warning = warning, Until = until, File = file };
        }
    }
}
