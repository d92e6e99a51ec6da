using System;
using System.Collections.Generic;
using System.Text;
using System.Text.RegularExpressions;

namespace Latchkey
{
    /// <summary>A signed envelope: {v, kid, alg, enc, sig}. The content is decoded only after the signature is verified.</summary>
    internal sealed class SignedEnvelope
    {
        /// <summary>Null if the signature is correct.</summary>
        public VerdictCode? Fault { get; private set; }

        /// <summary>Null for anything but an object.</summary>
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
            // The signature covers the kind, so that nothing else the server signs passes for a license.
            var message = Utf8.GetBytes(kind + "\n" + kid + "\n" + enc);
            var signature = DecodeBase64(sig);
            if (signature == null || !IsSignedBy(key, message, signature, ed25519)) return Refuse(VerdictCode.BAD_SIGNATURE);
            return new SignedEnvelope { Content = Json.ParseObject(DecodeText(enc)) };
        }

        /// <summary>A library that throws for a key or a signature has not verified it.</summary>
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
            "^-----BEGIN LICENSE FILE-----[" + Spelling.Blanks + "]+([A-Za-z0-9+/=" + Spelling.Blanks + "]+?)["
            + Spelling.Blanks + "]+-----END LICENSE FILE-----\\z");

        /// <summary>The envelope between the two lines of a license file, or null.</summary>
        public static Dictionary<string, object> Unwrap(string text)
        {
            var match = Armour.Match(Spelling.Trim(text));
            if (!match.Success) return null;
            return Json.ParseObject(DecodeText(Regex.Replace(match.Groups[1].Value, "[" + Spelling.Blanks + "]", "")));
        }

        private static string DecodeText(string base64)
        {
            var bytes = DecodeBase64(base64);
            return bytes == null ? null : Utf8.GetString(bytes);
        }

        /// <summary>Convert.FromBase64String ignores blanks, which are not base64 here.</summary>
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
