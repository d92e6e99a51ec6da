using System;
using System.Collections.Generic;
using System.Globalization;

namespace Latchkey
{
    /// <summary>Signed content of a license file. Times are UTC.</summary>
    public sealed class LicenseFile
    {
        public string LicenseId { get; private set; }
        public string OrganizationId { get; private set; }
        /// <summary>See Identifiers.HashLicenseKey.</summary>
        public string LicenseKeyHash { get; private set; }
        public string Label { get; private set; }

        /// <summary>The application may run only if it is 'active'.</summary>
        public string Status { get; private set; }

        public string DeviceFingerprint { get; private set; }

        /// <summary>May be null.</summary>
        public string DeviceName { get; private set; }

        public DateTime IssuedAt { get; private set; }

        /// <summary>When the next check-in is due. After it, verdicts carry the warning CHECK_IN_OVERDUE.</summary>
        public DateTime CheckInBy { get; private set; }

        /// <summary>When the grace period starts. After it, verdicts carry the warning GRACE.</summary>
        public DateTime ExpiresAt { get; private set; }

        /// <summary>When the application stops.</summary>
        public DateTime GraceUntil { get; private set; }

        /// <summary>Nonce of the request that this file answers. May be null.</summary>
        public string Nonce { get; private set; }

        /// <summary>MOVED, RELEASED or REVOKED if this device has lost the license; otherwise null.</summary>
        public string Lost { get; private set; }

        /// <summary>Features of the subscription, such as cad-export. Never null. LicenseStatus has those to unlock.</summary>
        public IReadOnlyList<string> Features { get; private set; }

        private static readonly string[] Statuses = { "active", "inactive", "revoked", "unassigned", "assigned" };

        private static readonly string[] Losses = { "MOVED", "RELEASED", "REVOKED" };

        /// <summary>Returns null if a field is missing or invalid.</summary>
        internal static LicenseFile From(Dictionary<string, object> content)
        {
            if (content == null) return null;
            try
            {
                var fields = new Fields(content);
                var file = new LicenseFile
                {
                    LicenseId = fields.Text("licenseId"),
                    OrganizationId = fields.Text("organizationId"),
                    LicenseKeyHash = fields.Text("licenseKeyHash"),
                    Label = fields.Text("label"),
                    Status = fields.Text("status"),
                    DeviceFingerprint = fields.Text("deviceFingerprint"),
                    DeviceName = fields.TextOrNull("deviceName"),
                    IssuedAt = fields.Time("issuedAt"),
                    CheckInBy = fields.Time("checkInBy"),
                    ExpiresAt = fields.Time("expiresAt"),
                    GraceUntil = fields.Time("graceUntil"),
                    Nonce = fields.TextOrNull("nonce"),
                    Lost = fields.OneOfOrNull("lost", Losses),
                    Features = fields.TextsOrNone("features"),
                };
                return Array.IndexOf(Statuses, file.Status) < 0 ? null : file;
            }
            catch (FormatException)
            {
                return null;
            }
        }
    }

    /// <summary>Reads the fields of a signed object. Throws a FormatException for an invalid field.</summary>
    internal sealed class Fields
    {
        private readonly Dictionary<string, object> values;

        public Fields(Dictionary<string, object> values)
        {
            this.values = values;
        }

        public string Text(string name)
        {
            var text = TextOrNull(name);
            if (text == null) throw new FormatException(name);
            return text;
        }

        public string TextOrNull(string name)
        {
            object value;
            if (!values.TryGetValue(name, out value) || (value != null && !(value is string))) throw new FormatException(name);
            return (string)value;
        }

        /// <summary>Returns null for a missing field and for unknown values, which later versions may add.</summary>
        public string OneOfOrNull(string name, string[] known)
        {
            object value;
            values.TryGetValue(name, out value);
            return Array.IndexOf(known, value as string) < 0 ? null : (string)value;
        }

        /// <summary>Returns an empty list for a missing field.</summary>
        public IReadOnlyList<string> TextsOrNone(string name)
        {
            if (!values.ContainsKey(name)) return new string[0];
            return List(name).ConvertAll(value =>
            {
                if (!(value is string)) throw new FormatException(name);
                return (string)value;
            }).AsReadOnly();
        }

        public DateTime Time(string name)
        {
            return DateTime.ParseExact(
                Text(name),
                "yyyy-MM-dd'T'HH:mm:ss.fff'Z'",
                CultureInfo.InvariantCulture,
                DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal);
        }

        public List<object> List(string name)
        {
            object value;
            values.TryGetValue(name, out value);
            var list = value as List<object>;
            if (list == null) throw new FormatException(name);
            return list;
        }
    }
}
