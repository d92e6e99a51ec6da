using System;
using System.Collections.Generic;
using System.Globalization;

namespace Latchkey
{
    /// <summary>A newer version of the application, offered by a check-in.</summary>
    public sealed class AvailableUpdate
    {
        public string Version { get; internal set; }

        /// <summary>True if the installed version is below the required minimum.</summary>
        public bool IsMandatory { get; internal set; }
    }

    /// <summary>The server's decision, for display. Trust only its LicenseFile.</summary>
    public sealed class Answer
    {
        /// <summary>VALID, or the reason for a refusal; docs/integrate.md lists all codes.</summary>
        public string Code { get; private set; }

        public bool Valid { get { return Code == "VALID"; } }

        /// <summary>English sentence to show to the user. Translate by Code.</summary>
        public string Detail { get; private set; }

        /// <summary>False if the server could not decide, for example without a network. Keep the last decision and retry.</summary>
        public bool Conclusive { get; private set; }

        public IList<string> Warnings { get; private set; }

        /// <summary>Machine-readable cause of the code, for example IN_USE. May be null.</summary>
        public string Reason { get; private set; }

        /// <summary>When the license was lost, became overdue or expired (UTC). May be null.</summary>
        public DateTime? Since { get; private set; }

        /// <summary>When a running device will stop (UTC), if known. May be null.</summary>
        public DateTime? Until { get; private set; }

        /// <summary>Set with MOVE_LIMIT_REACHED: when the license can be moved again (UTC). May be null.</summary>
        public DateTime? NextMoveAt { get; private set; }

        /// <summary>Newer version, if any. May be null.</summary>
        public AvailableUpdate Update { get; private set; }

        /// <summary>Secret that authenticates this device. Never log it or send it elsewhere.</summary>
        public string DeviceToken { get; private set; }

        /// <summary>Token in the address of the update feeds. Grants nothing else.</summary>
        public string UpdateToken { get; private set; }

        /// <summary>The signed decision. Lock or unlock the application only by this.</summary>
        public string LicenseFile { get; private set; }

        public string Nonce { get; private set; }

        /// <summary>Seconds to wait before the next request, from the server's Retry-After header.</summary>
        public int RetryAfterSeconds { get; internal set; }

        /// <summary>Technical cause of a failed request, for the log. May be null.</summary>
        public string Error { get; private set; }

        /// <summary>False for activations, which say nothing about updates.</summary>
        internal bool HasUpdate { get; private set; }

        private Answer()
        {
            Warnings = new string[0];
        }

        internal static Answer Inconclusive(string detail, string error)
        {
            return new Answer { Code = "SERVER_ERROR", Detail = detail, Error = error };
        }

        internal static Answer Unreachable(string error)
        {
            return Inconclusive(
                "Can't reach the license server. Check your internet connection. The application retries automatically.",
                error);
        }

        internal static Answer NotTheServer(string error)
        {
            return Inconclusive(
                "Can't reach the license server. Something else answered, such as the sign-in page of your network.",
                error);
        }

        /// <summary>A proxy before the server answered in its place.</summary>
        internal static Answer Unavailable(string error)
        {
            return Inconclusive("The license server can't answer right now. The application retries automatically.", error);
        }

        internal static Answer Refuse(VerdictCode code)
        {
            return new Answer { Code = code.ToString(), Detail = Messages.Of(code), Conclusive = true };
        }

        /// <summary>Parses the answer to the request with this nonce. Returns null for a sign-in page, an error page or a replay.</summary>
        public static Answer Read(string body, string nonce)
        {
            var fields = Json.ParseObject(body);
            if (fields == null) return null;
            var code = Text(fields, "code");
            var detail = Text(fields, "detail");
            if (code == null || detail == null || !(Field(fields, "conclusive") is bool)) return null;
            if (!Equals(Field(fields, "valid"), code == "VALID")) return null;
            if (nonce != null && nonce != Text(fields, "nonce")) return null;
            var update = Field(fields, "update") as Dictionary<string, object>;
            var moves = Field(fields, "moves") as Dictionary<string, object>;
            return new Answer
            {
                Code = code,
                Detail = detail,
                Conclusive = (bool)Field(fields, "conclusive"),
                Warnings = Texts(Field(fields, "warnings") as List<object>),
                Reason = Text(fields, "reason"),
                Since = Time(fields, "since"),
                Until = Time(fields, "until"),
                NextMoveAt = moves == null ? null : Time(moves, "nextAt"),
                Update = ReadUpdate(update),
                HasUpdate = IsUpdate(update),
                DeviceToken = Text(fields, "deviceToken"),
                UpdateToken = Text(fields, "updateToken"),
                LicenseFile = Text(fields, "licenseFile"),
                Nonce = nonce,
            };
        }

        private static bool IsUpdate(Dictionary<string, object> fields)
        {
            if (fields == null || !(Field(fields, "available") is bool) || !(Field(fields, "mandatory") is bool)) return false;
            object version;
            return fields.TryGetValue("version", out version) && (version == null || version is string);
        }

        private static AvailableUpdate ReadUpdate(Dictionary<string, object> fields)
        {
            if (fields == null || !Equals(Field(fields, "available"), true)) return null;
            var version = Text(fields, "version");
            return version == null ? null : new AvailableUpdate { Version = version, IsMandatory = Equals(Field(fields, "mandatory"), true) };
        }

        private static IList<string> Texts(List<object> values)
        {
            var texts = new List<string>();
            foreach (var value in values ?? new List<object>())
            {
                if (value is string) texts.Add((string)value);
            }
            return texts;
        }

        private static object Field(Dictionary<string, object> fields, string name)
        {
            object value;
            return fields.TryGetValue(name, out value) ? value : null;
        }

        private static DateTime? Time(Dictionary<string, object> fields, string name)
        {
            DateTime time;
            var isTime = DateTime.TryParse(Text(fields, name), CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out time);
            return isTime ? time : (DateTime?)null;
        }

        internal static string Text(Dictionary<string, object> fields, string name)
        {
            return Field(fields, name) as string;
        }
    }
}
