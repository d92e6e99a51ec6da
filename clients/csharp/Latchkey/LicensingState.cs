using System;
using System.Collections.Generic;
using System.Globalization;

namespace Latchkey
{
    /// <summary>License state saved on this computer. The license key and the device token are secrets.</summary>
    public sealed class LicensingState
    {
        public string LicenseKey { get; set; }
        public string DeviceToken { get; set; }
        public string UpdateToken { get; set; }

        /// <summary>License file of the last signed answer.</summary>
        public string LicenseFile { get; set; }

        /// <summary>License file that a user imported.</summary>
        public string ImportedFile { get; set; }

        public string Revocations { get; set; }

        /// <summary>Latest time seen, to detect a clock that is set back.</summary>
        public DateTime? LastSeen { get; set; }

        public DateTime? LastAttempt { get; set; }
        public DateTime? NextAttempt { get; set; }

        /// <summary>Consecutive attempts without a decision.</summary>
        public int Failures { get; set; }

        /// <summary>MOVED, RELEASED or REVOKED: why this computer lost its license, from a signed answer.</summary>
        public string LostCode { get; set; }

        public string LostLicenseId { get; set; }
        public DateTime? LostAt { get; set; }

        /// <summary>Code of the last answer. Unsigned: for display only.</summary>
        public string NoticeCode { get; set; }

        /// <summary>Warnings of the last answer, separated by spaces. Unsigned: for display only.</summary>
        public string NoticeWarnings { get; set; }
        public string UpdateVersion { get; set; }
        public bool IsUpdateMandatory { get; set; }

        /// <summary>Version of the application that asked.</summary>
        public string UpdateOfferedTo { get; set; }

        /// <summary>UNKNOWN_KEY or UNSUPPORTED, for an application that trusts exactly UnreadableKids.</summary>
        public string Unreadable { get; set; }

        public string UnreadableKids { get; set; }

        /// <summary>Grows with each save, so that other processes notice the change.</summary>
        public long Revision { get; set; }

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
                { "updateOfferedTo", UpdateOfferedTo },
                { "unreadable", Unreadable },
                { "unreadableKids", UnreadableKids },
                { "revision", Revision },
            });
        }

        /// <summary>Parses a saved state. Drops invalid fields, because the file may be damaged or edited.</summary>
        public static LicensingState FromJson(string json)
        {
            var fields = Json.ParseObject(json) ?? new Dictionary<string, object>();
            return new LicensingState
            {
                LicenseKey = Text(fields, "licenseKey"),
                DeviceToken = Text(fields, "deviceToken"),
                UpdateToken = Text(fields, "updateToken"),
                LicenseFile = Text(fields, "licenseFile"),
                // Version 0.1 called it carriedFile.
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
                UpdateOfferedTo = Text(fields, "updateOfferedTo"),
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
