using System;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>One spelling for identifiers and keys that people and tools write in several ways.</summary>
    public static class Spelling
    {
        /// <summary>Blanks around and inside a file, with the byte order mark that editors put in front; inside a [] of a regular expression.</summary>
        internal const string Blanks = "\\t\\n\\v\\f\\r \\u00a0\\ufeff";

        internal static string Trim(string text)
        {
            return Regex.Replace(text, "^[" + Blanks + "]+|[" + Blanks + "]+\\z", "");
        }

        /// <summary>
        /// Of a device: no case, braces or hyphens. Tools disagree about the byte order of a UUID's first three groups, so the order
        /// that sorts first is used.
        /// </summary>
        public static string OfDevice(string fingerprint)
        {
            var bare = Trim(fingerprint).ToLowerInvariant();
            if (bare.Length > 1 && bare[0] == '{' && bare[bare.Length - 1] == '}') bare = bare.Substring(1, bare.Length - 2);
            var compact = bare.Replace("-", "");
            if (!Regex.IsMatch(compact, "^[0-9a-f]{32}\\z")) return bare;
            var other = Regex.Replace(compact, "^(..)(..)(..)(..)(..)(..)(..)(..)", "$4$3$2$1$6$5$8$7");
            return string.CompareOrdinal(other, compact) < 0 ? other : compact;
        }

        /// <summary>Of a license key, as the SHA-256 in hexadecimal digits that license files name it by.</summary>
        public static string HashOfKey(string licenseKey)
        {
            var letters = Regex.Replace(licenseKey.ToUpperInvariant(), "[\\s\\ufeff-]", "");
            letters = letters.Replace('O', '0').Replace('I', '1').Replace('L', '1');
            using (var sha256 = SHA256.Create())
            {
                var hash = sha256.ComputeHash(Encoding.UTF8.GetBytes(letters));
                return BitConverter.ToString(hash).Replace("-", "").ToLowerInvariant();
            }
        }
    }
}
