using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>Result of a verification. Codes are checked in this order; the first that applies is the verdict.</summary>
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

        // Only in LicenseStatus, never in a Verdict.
        MOVED,
        RELEASED,
        HARDWARE_CHANGED,
    }

    /// <summary>Warning of a valid license file.</summary>
    public enum LicenseWarning
    {
        NONE,

        /// <summary>The application runs but should check in soon.</summary>
        CHECK_IN_OVERDUE,

        /// <summary>The application runs in its grace period. Show the user when it ends.</summary>
        GRACE,
    }

    /// <summary>Result of verifying a license file.</summary>
    public sealed class Verdict
    {
        public VerdictCode Code { get; internal set; }
        public bool Valid { get { return Code == VerdictCode.VALID; } }
        public LicenseWarning Warning { get; internal set; }

        /// <summary>When the application stops without a check-in (UTC). Null without a warning.</summary>
        public DateTime? Until { get; internal set; }

        /// <summary>Null if its signature couldn't be verified.</summary>
        public LicenseFile File { get; internal set; }
    }

    /// <summary>Public keys compiled into the application, by key id. Never load them from a file or the network.</summary>
    public sealed class TrustedKeys : Dictionary<string, byte[]>
    {
        private const int KeyLength = 32;

        public TrustedKeys() : base(StringComparer.Ordinal)
        {
        }

        /// <summary>Adds a key.</summary>
        /// <param name="kid">Key id.</param>
        /// <param name="base64">32 bytes in base64.</param>
        /// <exception cref="ArgumentException">The id or the key is invalid.</exception>
        public void Add(string kid, string base64)
        {
            if (!Regex.IsMatch(kid ?? "", @"^[A-Za-z0-9_.-]{1,64}\z"))
            {
                throw new ArgumentException("Public key '" + kid + "' has an invalid id. GET /api/device/keys lists the ids.");
            }
            var key = Decode(base64);
            if (key == null || key.Length != KeyLength)
            {
                throw new ArgumentException("Public key '" + kid + "' isn't 32 bytes in base64. GET /api/device/keys lists the keys of your server.");
            }
            Add(kid, key);
        }

        internal string[] Kids
        {
            get
            {
                var kids = new string[Count];
                Keys.CopyTo(kids, 0);
                return kids;
            }
        }

        private static byte[] Decode(string base64)
        {
            try
            {
                var bytes = Convert.FromBase64String(base64 ?? "");
                return Convert.ToBase64String(bytes) == base64 ? bytes : null;
            }
            catch (FormatException)
            {
                return null;
            }
        }
    }

    /// <summary>Facts to compare with a license file. Null values are not compared.</summary>
    public sealed class LicenseCheck
    {
        /// <summary>Device UUID of this computer, in any spelling.</summary>
        public string DeviceFingerprint { get; set; }
        public string LicenseKey { get; set; }
        public string Nonce { get; set; }

        /// <summary>Current time, UTC.</summary>
        public DateTime Now { get; set; }

        /// <summary>Latest time this computer has seen (UTC), to detect a clock that was set back.</summary>
        public DateTime? LastSeen { get; set; }

        public RevocationList Revocations { get; set; }
    }

    /// <summary>Verifies license files without a network. The rules are in clients/vectors/README.md.</summary>
    public sealed class LicenseVerifier
    {
        /// <summary>Allowed difference between clocks.</summary>
        public static readonly TimeSpan ClockTolerance = TimeSpan.FromMinutes(5);

        public TrustedKeys Keys { get; private set; }
        public IEd25519 Ed25519 { get; private set; }

        /// <exception cref="ArgumentException">There are no keys.</exception>
        public LicenseVerifier(TrustedKeys keys, IEd25519 ed25519)
        {
            if (keys.Count == 0) throw new ArgumentException("No public keys. Compile in the current and the next key of your server.");
            Keys = keys;
            Ed25519 = ed25519;
        }

        /// <summary>Verifies the text of a license file.</summary>
        public Verdict Verify(string text, LicenseCheck check)
        {
            var envelope = SignedEnvelope.Open("license-file.v1", SignedEnvelope.Unwrap(text), Keys, Ed25519);
            if (envelope.Fault != null) return new Verdict { Code = envelope.Fault.Value };
            var file = LicenseFile.From(envelope.Content);
            if (file == null) return new Verdict { Code = VerdictCode.MALFORMED };
            return FaultOf(file, check) ?? TimesOf(file, check.Now);
        }

        /// <summary>Checks everything except the times. Returns null if there is no fault.</summary>
        private static Verdict FaultOf(LicenseFile file, LicenseCheck check)
        {
            if (Identifiers.NormalizeFingerprint(file.DeviceFingerprint) != Identifiers.NormalizeFingerprint(check.DeviceFingerprint)) return Refuse(VerdictCode.WRONG_DEVICE, file);
            if (check.LicenseKey != null && Identifiers.HashLicenseKey(check.LicenseKey) != file.LicenseKeyHash) return Refuse(VerdictCode.WRONG_LICENSE, file);
            var latest = check.Now + ClockTolerance;
            if (file.IssuedAt > latest || check.LastSeen > latest) return Refuse(VerdictCode.CLOCK, file);
            if (check.Nonce != null && check.Nonce != file.Nonce) return Refuse(VerdictCode.REPLAY, file);
            if (check.Revocations != null && check.Revocations.Revokes(file)) return Refuse(VerdictCode.REVOKED_BY_LIST, file);
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
