using System;
using System.Collections.Generic;
using System.Globalization;

namespace Latchkey
{
    /// <summary>A newer version that a check-in offered.</summary>
    public sealed class AvailableUpdate
    {
        public string Version { get; internal set; }

        /// <summary>The server asks for at least this version.</summary>
        public bool IsMandatory { get; internal set; }
    }

    /// <summary>The decision of the server, for the person at the computer. Applications trust LicenseFile alone.</summary>
    public sealed class Answer
    {
        /// <summary>VALID, or why not: see the table in docs/integrate.md.</summary>
        public string Code { get; private set; }

        public bool Valid { get { return Code == "VALID"; } }

        public string Detail { get; private set; }

        /// <summary>False: nothing was decided. Keep the last decision and ask again.</summary>
        public bool Conclusive { get; private set; }

        public IList<string> Warnings { get; private set; }

        /// <summary>Which of the code's causes, for programs. May be null.</summary>
        public string Reason { get; private set; }

        /// <summary>When it came to this: lost, overdue, expired. May be null.</summary>
        public DateTime? Since { get; private set; }

        /// <summary>When a device that may run now stops, as far as is known. May be null.</summary>
        public DateTime? Until { get; private set; }

        /// <summary>With MOVE_LIMIT_REACHED: when the license can move again. May be null.</summary>
        public DateTime? NextMoveAt { get; private set; }

        /// <summary>Null unless a newer version is available.</summary>
        public AvailableUpdate Update { get; private set; }

        /// <summary>Identifies this device to the server. A secret.</summary>
        public string DeviceToken { get; private set; }

        /// <summary>Part of the address of the update feeds; it grants nothing else.</summary>
        public string UpdateToken { get; private set; }

        /// <summary>The signed decision. Nothing else may lock the application.</summary>
        public string LicenseFile { get; private set; }

        public string Nonce { get; private set; }

        /// <summary>The server asks to wait this long before the next request.</summary>
        public int RetryAfterSeconds { get; internal set; }

        /// <summary>For the log: what failed on the way to the server. May be null.</summary>
        public string Error { get; private set; }

        /// <summary>Whether the answer said anything about updates; activations do not.</summary>
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
                "The license server cannot be reached. Check the internet connection. The application retries automatically.",
                error);
        }

        internal static Answer NotTheServer(string error)
        {
            return Inconclusive(
                "The license server cannot be reached: something else answered, such as the sign-in page of a network.",
                error);
        }

        /// <summary>A refusal of this application, whatever the server decided.</summary>
        internal static Answer Refuse(VerdictCode code)
        {
            return new Answer { Code = code.ToString(), Detail = Messages.Of(code), Conclusive = true };
        }

        /// <summary>Null for anything that is not a decision, contradicts itself, or answers another request.</summary>
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
                HasUpdate = update != null,
                DeviceToken = Text(fields, "deviceToken"),
                UpdateToken = Text(fields, "updateToken"),
                LicenseFile = Text(fields, "licenseFile"),
                Nonce = nonce,
            };
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

        private static string Text(Dictionary<string, object> fields, string name)
        {
            return Field(fields, name) as string;
        }
    }
}
