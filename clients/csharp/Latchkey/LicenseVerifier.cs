using System;
using System.Collections.Generic;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>In the order in which they are checked; the first that applies is the verdict.</summary>
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

        // Codes of LicenseStatus, which no license file has.
        MOVED,
        RELEASED,
        HARDWARE_CHANGED,
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

        /// <summary>Null until its signature is verified.</summary>
        public LicenseFile File { get; internal set; }
    }

    /// <summary>The public keys compiled into the application. Never take one from a file or from the network.</summary>
    public sealed class TrustedKeys : Dictionary<string, byte[]>
    {
        private const int KeyLength = 32;

        public TrustedKeys() : base(StringComparer.Ordinal)
        {
        }

        /// <summary>kid, and the 32 bytes of the key in base64. Throws an ArgumentException for anything else.</summary>
        public void Add(string kid, string base64)
        {
            if (!Regex.IsMatch(kid ?? "", @"^[A-Za-z0-9_.-]{1,64}\z"))
            {
                throw new ArgumentException("Public key '" + kid + "' needs the name that the server lists it by.");
            }
            var key = Decode(base64);
            if (key == null || key.Length != KeyLength)
            {
                throw new ArgumentException("Public key '" + kid + "' is not 32 bytes in base64. GET /api/device/keys lists the keys of your server.");
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

    /// <summary>What the application knows when it verifies a file. A null is not compared.</summary>
    public sealed class LicenseCheck
    {
        public string DeviceFingerprint { get; set; }
        public string LicenseKey { get; set; }
        public string Nonce { get; set; }
        public DateTime Now { get; set; }

        /// <summary>The latest time this computer has seen. A clock that shows an earlier one was turned back.</summary>
        public DateTime? LastSeen { get; set; }

        public RevocationList Revocations { get; set; }
    }

    /// <summary>clients/vectors/vectors.json fixes the verdict on every kind of file.</summary>
    public sealed class LicenseVerifier
    {
        /// <summary>Correctly set clocks differ by less.</summary>
        public static readonly TimeSpan ClockTolerance = TimeSpan.FromMinutes(5);

        public TrustedKeys Keys { get; private set; }
        public IEd25519 Ed25519 { get; private set; }

        /// <summary>Throws an ArgumentException without a key.</summary>
        public LicenseVerifier(TrustedKeys keys, IEd25519 ed25519)
        {
            if (keys.Count == 0) throw new ArgumentException("No public key: compile in the current and the next key of your server.");
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

        /// <summary>Null when only the times are left to check.</summary>
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
