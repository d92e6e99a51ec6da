using System;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>Normalizes device UUIDs and license keys, which users and tools write in several ways.</summary>
    public static class Identifiers
    {
        /// <summary>White space, and the byte order mark that editors add. For a [] in a regular expression.</summary>
        internal const string WhiteSpace = "\\t\\n\\v\\f\\r \\u00a0\\ufeff";

        internal static string Trim(string text)
        {
            return Regex.Replace(text, "^[" + WhiteSpace + "]+|[" + WhiteSpace + "]+\\z", "");
        }

        /// <summary>
        /// Returns one spelling of a device UUID: lower case, without braces and hyphens. Tools disagree about the byte order of the
        /// first three groups, so the order that sorts first is used.
        /// </summary>
        public static string NormalizeFingerprint(string fingerprint)
        {
            var bare = Trim(fingerprint).ToLowerInvariant();
            if (bare.Length > 1 && bare[0] == '{' && bare[bare.Length - 1] == '}') bare = bare.Substring(1, bare.Length - 2);
            var compact = bare.Replace("-", "");
            if (!Regex.IsMatch(compact, "^[0-9a-f]{32}\\z")) return bare;
            var other = Regex.Replace(compact, "^(..)(..)(..)(..)(..)(..)(..)(..)", "$4$3$2$1$6$5$8$7");
            return string.CompareOrdinal(other, compact) < 0 ? other : compact;
        }

        /// <summary>Letters that ToUpperInvariant keeps, each with the A to Z of its Unicode upper case.</summary>
        private static readonly string[] WithLatinUpperCase =
        {
            "\u00dfSS", "\u0131I", "\u0149N", "\u017fS", "\u01f0J", "\u1e96H", "\u1e97T", "\u1e98W", "\u1e99Y", "\u1e9aA",
            "\ufb00FF", "\ufb01FI", "\ufb02FL", "\ufb03FFI", "\ufb04FFL", "\ufb05ST", "\ufb06ST",
        };

        /// <summary>Returns the SHA-256 (hex) of a license key. Ignores case and all but letters and digits; reads O as 0, I and L as 1.</summary>
        public static string HashLicenseKey(string licenseKey)
        {
            foreach (var letter in WithLatinUpperCase) licenseKey = licenseKey.Replace(letter.Substring(0, 1), letter.Substring(1));
            var letters = Regex.Replace(licenseKey.ToUpperInvariant(), "[^0-9A-Z]", "");
            letters = letters.Replace('O', '0').Replace('I', '1').Replace('L', '1');
            using (var sha256 = SHA256.Create())
            {
                var hash = sha256.ComputeHash(Encoding.UTF8.GetBytes(letters));
                return BitConverter.ToString(hash).Replace("-", "").ToLowerInvariant();
            }
        }
    }
}
