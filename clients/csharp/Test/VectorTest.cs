using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;

namespace Latchkey.Test
{
    /// <summary>Prints the vectors that differ and returns their number.</summary>
    internal static class VectorTest
    {
        public static int Run(string path)
        {
            var vectors = (List<object>)Json.ParseObject(File.ReadAllText(path))["vectors"];
            var failures = 0;
            foreach (Dictionary<string, object> vector in vectors)
            {
                var expected = ExpectationOf((Dictionary<string, object>)vector["expect"]);
                var actual = ActualOf(vector);
                if (actual == expected) continue;
                failures++;
                Console.WriteLine("{0}: expected {1}, was {2}", vector["name"], expected, actual);
            }
            Console.WriteLine("{0} vectors, {1} differ", vectors.Count, failures);
            return failures;
        }

        private static string ExpectationOf(Dictionary<string, object> expect)
        {
            var words = expect["valid"] + " " + expect["code"];
            foreach (Dictionary<string, object> warning in (List<object>)expect["warnings"])
            {
                words += " " + warning["code"] + " " + warning["until"];
            }
            object lost, features;
            if (expect.TryGetValue("lost", out lost)) words += " lost " + lost;
            return expect.TryGetValue("features", out features) ? words + " features " + string.Join(", ", (List<object>)features) : words;
        }

        private static string ActualOf(Dictionary<string, object> vector)
        {
            var keys = new TrustedKeys();
            foreach (var key in (Dictionary<string, object>)vector["keys"]) keys.Add(key.Key, (string)key.Value);
            var ed25519 = new TestEd25519();
            var verdict = new LicenseVerifier(keys, ed25519).Verify((string)vector["file"], new LicenseCheck
            {
                DeviceFingerprint = (string)vector["deviceFingerprint"],
                LicenseKey = (string)vector["licenseKey"],
                Nonce = (string)vector["nonce"],
                Now = TimeOf(vector["now"]).Value,
                LastSeen = TimeOf(vector["lastSeen"]),
                Revocations = RevocationList.Read((string)vector["revocations"], keys, ed25519),
            });
            var words = verdict.Valid + " " + verdict.Code;
            if (verdict.Warning == LicenseWarning.NONE) return words + LostOf(verdict, vector) + FeaturesOf(verdict, vector);
            return words + " " + verdict.Warning + " " + verdict.Until.Value.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture);
        }

        /// <summary>Compared only if the vector expects it: the file is for this device and answers this request.</summary>
        private static string LostOf(Verdict verdict, Dictionary<string, object> vector)
        {
            var isCompared = ((Dictionary<string, object>)vector["expect"]).ContainsKey("lost");
            return isCompared ? " lost " + verdict.File.Lost : "";
        }

        private static string FeaturesOf(Verdict verdict, Dictionary<string, object> vector)
        {
            var isCompared = ((Dictionary<string, object>)vector["expect"]).ContainsKey("features");
            return isCompared ? " features " + string.Join(", ", verdict.File.Features) : "";
        }

        private static DateTime? TimeOf(object text)
        {
            if (text == null) return null;
            return DateTime.Parse((string)text, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal);
        }
    }
}
