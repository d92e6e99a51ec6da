using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>What the server answered, for the person at the computer. The application itself believes LicenseFile.</summary>
    public sealed class Answer
    {
        /// <summary>VALID, or why not: see the table in docs/integrate.md.</summary>
        public string Code { get; private set; }

        public string Detail { get; private set; }

        /// <summary>False: nothing was decided. What was known before still holds; ask again.</summary>
        public bool Conclusive { get; private set; }

        /// <summary>Proves which device this is. A secret.</summary>
        public string DeviceToken { get; private set; }

        /// <summary>Stands in the address of the update feeds and gives no other right.</summary>
        public string UpdateToken { get; private set; }

        /// <summary>The decision as signed words. These alone may lock the application.</summary>
        public string LicenseFile { get; private set; }

        public string Nonce { get; private set; }

        public static Answer Inconclusive(string detail)
        {
            return new Answer { Code = "SERVER_ERROR", Detail = detail };
        }

        /// <summary>Null for what is no decision, contradicts itself, or answers another question.</summary>
        public static Answer Read(string body, string nonce)
        {
            var fields = Json.ParseObject(body);
            if (fields == null) return null;
            var code = Text(fields, "code");
            var detail = Text(fields, "detail");
            if (code == null || detail == null || !(Field(fields, "conclusive") is bool)) return null;
            if (!Equals(Field(fields, "valid"), code == "VALID")) return null;
            if (nonce != null && nonce != Text(fields, "nonce")) return null;
            return new Answer
            {
                Code = code,
                Detail = detail,
                Conclusive = (bool)Field(fields, "conclusive"),
                DeviceToken = Text(fields, "deviceToken"),
                UpdateToken = Text(fields, "updateToken"),
                LicenseFile = Text(fields, "licenseFile"),
                Nonce = nonce,
            };
        }

        private static object Field(Dictionary<string, object> fields, string name)
        {
            object value;
            return fields.TryGetValue(name, out value) ? value : null;
        }

        private static string Text(Dictionary<string, object> fields, string name)
        {
            return Field(fields, name) as string;
        }
    }
}
