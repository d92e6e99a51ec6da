using System;
using System.Collections.Generic;
using System.Globalization;

namespace Latchkey
{
    /// <summary>Saved on this computer. A missing value is null.</summary>
    public sealed class LicensingState
    {
        public string LicenseKey { get; set; }
        public string DeviceToken { get; set; }
        public string UpdateToken { get; set; }

        /// <summary>The last signed answer of the server.</summary>
        public string LicenseFile { get; set; }

        /// <summary>A license file that a person imported.</summary>
        public string ImportedFile { get; set; }

        public string Revocations { get; set; }

        /// <summary>The latest time seen, so that a clock that is turned back is noticed.</summary>
        public DateTime? LastSeen { get; set; }

        public DateTime? LastAttempt { get; set; }
        public DateTime? NextAttempt { get; set; }

        /// <summary>Attempts in a row that decided nothing.</summary>
        public int Failures { get; set; }

        /// <summary>MOVED, RELEASED or REVOKED: why this computer has no license any more, by a signed answer.</summary>
        public string LostCode { get; set; }

        public string LostLicenseId { get; set; }
        public DateTime? LostAt { get; set; }

        /// <summary>What the last answer said besides its license file. Displayed, never trusted. Warnings are separated by blanks.</summary>
        public string NoticeCode { get; set; }

        public string NoticeWarnings { get; set; }
        public string UpdateVersion { get; set; }
        public bool IsUpdateMandatory { get; set; }

        /// <summary>UNKNOWN_KEY or UNSUPPORTED, for an application with exactly these keys.</summary>
        public string Unreadable { get; set; }

        public string UnreadableKids { get; set; }

        /// <summary>Grows with each save, so that processes that share a store notice each other's.</summary>
        public long Revision { get; set; }

        /// <summary>What is true of the computer, whatever license it has.</summary>
        internal LicensingState WithoutLicense()
        {
            return new LicensingState { Revocations = Revocations, LastSeen = LastSeen, Revision = Revision };
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
                { "importedFile", ImportedFile },
                { "revocations", Revocations },
                { "lastSeen", TextOf(LastSeen) },
                { "lastAttempt", TextOf(LastAttempt) },
                { "nextAttempt", TextOf(NextAttempt) },
                { "failures", Failures },
                { "lostCode", LostCode },
                { "lostLicenseId", LostLicenseId },
                { "lostAt", TextOf(LostAt) },
                { "noticeCode", NoticeCode },
                { "noticeWarnings", NoticeWarnings },
                { "updateVersion", UpdateVersion },
                { "updateMandatory", IsUpdateMandatory ? "yes" : null },
                { "unreadable", Unreadable },
                { "unreadableKids", UnreadableKids },
                { "revision", Revision },
            });
        }

        /// <summary>An empty state for anything that cannot be read.</summary>
        public static LicensingState FromJson(string json)
        {
            var fields = Json.ParseObject(json) ?? new Dictionary<string, object>();
            return new LicensingState
            {
                LicenseKey = Text(fields, "licenseKey"),
                DeviceToken = Text(fields, "deviceToken"),
                UpdateToken = Text(fields, "updateToken"),
                LicenseFile = Text(fields, "licenseFile"),
                // The name of this field in version 0.1.
                ImportedFile = Text(fields, "importedFile") ?? Text(fields, "carriedFile"),
                Revocations = Text(fields, "revocations"),
                LastSeen = Time(fields, "lastSeen"),
                LastAttempt = Time(fields, "lastAttempt"),
                NextAttempt = Time(fields, "nextAttempt"),
                Failures = (int)Math.Min(Number(fields, "failures"), 1000),
                LostCode = Text(fields, "lostCode"),
                LostLicenseId = Text(fields, "lostLicenseId"),
                LostAt = Time(fields, "lostAt"),
                NoticeCode = Text(fields, "noticeCode"),
                NoticeWarnings = Text(fields, "noticeWarnings"),
                UpdateVersion = Text(fields, "updateVersion"),
                IsUpdateMandatory = Text(fields, "updateMandatory") == "yes",
                Unreadable = Text(fields, "unreadable"),
                UnreadableKids = Text(fields, "unreadableKids"),
                Revision = (long)Number(fields, "revision"),
            };
        }

        private static string Text(Dictionary<string, object> fields, string name)
        {
            object value;
            return fields.TryGetValue(name, out value) ? value as string : null;
        }

        private static double Number(Dictionary<string, object> fields, string name)
        {
            object value;
            return fields.TryGetValue(name, out value) && value is double && (double)value > 0 && (double)value < 1e15 ? (double)value : 0;
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
