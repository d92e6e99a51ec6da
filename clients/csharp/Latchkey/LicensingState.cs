using System;
using System.Collections.Generic;
using System.Globalization;

namespace Latchkey
{
    /// <summary>What is kept on this computer. What there is none of is null.</summary>
    public sealed class LicensingState
    {
        public string LicenseKey { get; set; }
        public string DeviceToken { get; set; }
        public string UpdateToken { get; set; }

        /// <summary>The last signed answer of the server.</summary>
        public string LicenseFile { get; set; }

        /// <summary>A license file that somebody brought.</summary>
        public string CarriedFile { get; set; }

        public string Revocations { get; set; }

        /// <summary>The latest time seen, so that a clock that is turned back is noticed.</summary>
        public DateTime? LastSeen { get; set; }

        public DateTime? LastAttempt { get; set; }
        public DateTime? NextAttempt { get; set; }

        /// <summary>How often in a row nothing was decided.</summary>
        public int Failures { get; set; }

        /// <summary>Without the license: what is true of this computer whatever license it has.</summary>
        internal LicensingState WithoutLicense()
        {
            return new LicensingState { Revocations = Revocations };
        }

        internal LicensingState Clone()
        {
            return (LicensingState)MemberwiseClone();
        }

        public string ToJson()
        {
            return Json.Write(new Dictionary<string, object>
            {
                { "licenseKey", LicenseKey },
                { "deviceToken", DeviceToken },
                { "updateToken", UpdateToken },
                { "licenseFile", LicenseFile },
                { "carriedFile", CarriedFile },
                { "revocations", Revocations },
                { "lastSeen", TextOf(LastSeen) },
                { "lastAttempt", TextOf(LastAttempt) },
                { "nextAttempt", TextOf(NextAttempt) },
                { "failures", Failures },
            });
        }

        /// <summary>An empty state for whatever cannot be read.</summary>
        public static LicensingState FromJson(string json)
        {
            var fields = Json.ParseObject(json) ?? new Dictionary<string, object>();
            object failures;
            fields.TryGetValue("failures", out failures);
            return new LicensingState
            {
                LicenseKey = Text(fields, "licenseKey"),
                DeviceToken = Text(fields, "deviceToken"),
                UpdateToken = Text(fields, "updateToken"),
                LicenseFile = Text(fields, "licenseFile"),
                CarriedFile = Text(fields, "carriedFile"),
                Revocations = Text(fields, "revocations"),
                LastSeen = Time(fields, "lastSeen"),
                LastAttempt = Time(fields, "lastAttempt"),
                NextAttempt = Time(fields, "nextAttempt"),
                Failures = failures is double ? (int)(double)failures : 0,
            };
        }

        private static string Text(Dictionary<string, object> fields, string name)
        {
            object value;
            return fields.TryGetValue(name, out value) ? value as string : null;
        }

        private static DateTime? Time(Dictionary<string, object> fields, string name)
        {
            DateTime time;
            var isTime = DateTime.TryParse(Text(fields, name), CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out time);
            return isTime ? time : (DateTime?)null;
        }

        private static string TextOf(DateTime? time)
        {
            return time.HasValue ? time.Value.ToString("o", CultureInfo.InvariantCulture) : null;
        }
    }
}
