using System;
using System.Collections.Generic;
using System.Text;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>Signed envelope {v, kid, alg, enc, sig}. Decodes the content only after verifying the signature.</summary>
    internal sealed class SignedEnvelope
    {
        /// <summary>Null if the signature is valid.</summary>
        public VerdictCode? Fault { get; private set; }

        /// <summary>Null if the content isn't an object.</summary>
        public Dictionary<string, object> Content { get; private set; }

        private static readonly UTF8Encoding Utf8 = new UTF8Encoding(false);

        private static SignedEnvelope Refuse(VerdictCode fault)
        {
            return new SignedEnvelope { Fault = fault };
        }

        public static SignedEnvelope Open(string kind, Dictionary<string, object> envelope, TrustedKeys keys, IEd25519 ed25519)
        {
            if (envelope == null) return Refuse(VerdictCode.MALFORMED);
            if (!Equals(Field(envelope, "v"), 1.0) || !Equals(Field(envelope, "alg"), "ed25519")) return Refuse(VerdictCode.UNSUPPORTED);
            var kid = Field(envelope, "kid") as string;
            var enc = Field(envelope, "enc") as string;
            var sig = Field(envelope, "sig") as string;
            if (kid == null || enc == null || sig == null) return Refuse(VerdictCode.MALFORMED);
            byte[] key;
            if (!keys.TryGetValue(kid, out key)) return Refuse(VerdictCode.UNKNOWN_KEY);
            // Signed with its kind: no other text that the server signs passes as a license.
            var message = Utf8.GetBytes(kind + "\n" + kid + "\n" + enc);
            var signature = DecodeBase64(sig);
            if (signature == null || !IsSignedBy(key, message, signature, ed25519)) return Refuse(VerdictCode.BAD_SIGNATURE);
            return new SignedEnvelope { Content = Json.ParseObject(DecodeText(enc)) };
        }

        private static bool IsSignedBy(byte[] key, byte[] message, byte[] signature, IEd25519 ed25519)
        {
            try
            {
                return ed25519.Verify(key, message, signature);
            }
            catch (Exception)
            {
                return false;
            }
        }

        private static readonly Regex Armour = new Regex(
            "^-----BEGIN LICENSE FILE-----[" + Identifiers.WhiteSpace + "]+([A-Za-z0-9+/=" + Identifiers.WhiteSpace + "]+?)["
            + Identifiers.WhiteSpace + "]+-----END LICENSE FILE-----\\z");

        /// <summary>Returns the envelope in a license file, or null.</summary>
        public static Dictionary<string, object> Unwrap(string text)
        {
            var match = Armour.Match(Identifiers.Trim(text));
            if (!match.Success) return null;
            return Json.ParseObject(DecodeText(Regex.Replace(match.Groups[1].Value, "[" + Identifiers.WhiteSpace + "]", "")));
        }

        private static string DecodeText(string base64)
        {
            var bytes = DecodeBase64(base64);
            return bytes == null ? null : Utf8.GetString(bytes);
        }

        /// <summary>Convert.FromBase64String would accept white space.</summary>
        private static byte[] DecodeBase64(string text)
        {
            if (text.Length % 4 != 0 || !Regex.IsMatch(text, "^[A-Za-z0-9+/]+={0,2}\\z")) return null;
            return Convert.FromBase64String(text);
        }

        private static object Field(Dictionary<string, object> envelope, string name)
        {
            object value;
            return envelope.TryGetValue(name, out value) ? value : null;
        }
    }
}
