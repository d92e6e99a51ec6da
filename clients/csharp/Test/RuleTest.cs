using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Net;
using System.Threading.Tasks;

namespace Latchkey.Test
{
    using Fields = Dictionary<string, object>;

    /// <summary>Runs the vectors of the client's rules. Prints those that differ and returns their number.</summary>
    internal static class RuleTest
    {
        public static async Task<int> RunAsync(string path)
        {
            var document = Json.ParseObject(File.ReadAllText(path));
            var texts = (Fields)document["files"];
            var failures = 0;
            var vectors = (List<object>)document["vectors"];
            foreach (Fields vector in vectors.Select(one => WithTexts(one, texts)))
            {
                var expect = (Fields)vector["expect"];
                var expected = ExpectationOf(expect, (Fields)vector["state"]);
                var actual = await OutcomeOf(vector, (Fields)expect["next"]);
                if (actual == expected) continue;
                failures++;
                Console.WriteLine("{0}:\n  expected {1}\n  was      {2}", vector["name"], expected, actual);
            }
            Console.WriteLine("{0} rules, {1} differ", vectors.Count, failures);
            return failures;
        }

        /// <summary>Replaces the names of signed texts by the texts.</summary>
        private static object WithTexts(object value, Fields texts)
        {
            var list = value as List<object>;
            if (list != null) return list.Select(one => WithTexts(one, texts)).ToList();
            var fields = value as Fields;
            if (fields != null) return fields.ToDictionary(field => field.Key, field => WithTexts(field.Value, texts));
            var name = value as string;
            return name != null && texts.ContainsKey(name) ? texts[name] : value;
        }

        private static string ExpectationOf(Fields expect, Fields state)
        {
            var status = (Fields)expect["status"];
            var warnings = ((List<object>)status["warnings"]).Cast<Fields>().Select(one => one["code"] + " " + one["until"]);
            var features = status.ContainsKey("features") ? ((List<object>)status["features"]).Cast<string>() : new string[0];
            var shown = Describe(expect["shown"], status["code"], warnings, status["update"], features);
            var stored = StateOf((Fields)expect["stored"]).ToJson();
            return shown + " " + Sorted(expect["requests"]) + " " + stored + (expect["next"] == null ? "" : " planned");
        }

        private static string Describe(object shown, object code, IEnumerable<string> warnings, object update, IEnumerable<string> features)
        {
            return string.Join(" ", new[] { shown ?? "nothing", code }.Concat(warnings).Concat(new[] { update ?? "no update" }).Concat(features));
        }

        private static async Task<string> OutcomeOf(Fields vector, Fields window)
        {
            var keys = new TrustedKeys();
            foreach (var key in (Fields)vector["keys"]) keys.Add(key.Key, (string)key.Value);
            var device = new Device
            {
                Fingerprint = (string)vector["deviceFingerprint"],
                Name = "RECEPTION-01",
                OperatingSystem = "Windows 11",
                AppVersion = "1.4.0",
            };
            var store = new MemoryStore { Kept = StateOf((Fields)vector["state"]).ToJson(), FailsToWrite = (bool)vector["storeFails"] };
            var network = new AnsweringTransport((List<object>)vector["answers"]);
            var client = new LatchkeyClient(new Uri("https://portal.example.com"), network, () => "rule-nonce");
            var verifier = new LicenseVerifier(keys, new TestEd25519());
            var now = TimeOf(vector["now"]).Value;
            var licensing = new Licensing(client, store, device, verifier, () => now, () => TimeSpan.Zero);
            LicenseStatus announced = null;
            licensing.Changed += changed => announced = changed;
            var shown = await ActAsync(licensing, (Fields)vector["event"]);
            var status = licensing.Status;
            var warnings = status.Warnings.Select(one => one.Code + " " + TextOf(one.Until));
            var isAnnounced = announced == null || announced.Features.SequenceEqual(status.Features);
            var stored = LicensingState.FromJson(store.Kept);
            var plan = PlanOf(stored, window);
            stored.LastAttempt = stored.NextAttempt = null;
            stored.Failures = 0;
            stored.Revision = 0;
            return Describe(shown, status.Code, warnings, status.Update == null ? null : status.Update.Version, status.Features)
                + " " + Sorted(network.Requests) + " " + stored.ToJson() + plan + (isAnnounced ? "" : " without an event");
        }

        private static async Task<string> ActAsync(Licensing licensing, Fields happens)
        {
            var source = happens.ContainsKey("reason") && (string)happens["reason"] == "typed" ? KeySource.Typed : KeySource.Stored;
            switch ((string)happens["do"])
            {
                case "look":
                    await licensing.TickAsync();
                    return null;
                case "activate":
                    return (await licensing.ActivateAsync((string)happens["key"], source)).Code;
                case "enroll":
                    return (await licensing.EnrollAsync((string)happens["key"], source)).Code;
                case "transfer":
                    return (await licensing.MoveToThisHardwareAsync()).Code;
                case "deactivate":
                    var refusal = await licensing.DeactivateAsync();
                    return refusal == null ? null : refusal.Code;
                case "import":
                    return licensing.Import((string)happens["file"]).Code.ToString();
                default:
                    return null;
            }
        }

        private static string PlanOf(LicensingState stored, Fields window)
        {
            if (stored.NextAttempt == null) return "";
            var isPlanned = window != null
                && stored.NextAttempt >= TimeOf(window["earliest"])
                && stored.NextAttempt <= TimeOf(window["latest"])
                && stored.Failures == (double)window["failures"];
            return isPlanned ? " planned" : " planned " + stored.Failures + " " + TextOf(stored.NextAttempt);
        }

        /// <summary>The state in this client's fields.</summary>
        private static LicensingState StateOf(Fields state)
        {
            Func<string, Fields> group = name => state.ContainsKey(name) ? state[name] as Fields ?? new Fields() : new Fields();
            Fields attempt = group("attempt"), lost = group("lost"), notice = group("notice"), unreadable = group("unreadable");
            var flat = new Fields(state);
            var update = notice.ContainsKey("update") ? notice["update"] as Fields : null;
            Add(flat, "lastAttempt", attempt, "at");
            Add(flat, "nextAttempt", attempt, "next");
            Add(flat, "failures", attempt, "failures");
            if (lost.ContainsKey("licenseId")) Add(flat, "lostCode", lost, "code");
            Add(flat, "lostLicenseId", lost, "licenseId");
            Add(flat, "lostAt", lost, "at");
            Add(flat, "noticeCode", notice, "code");
            Add(flat, "unreadable", unreadable, "code");
            if (update != null) Add(flat, "updateVersion", update, "version");
            if (update != null) Add(flat, "updateOfferedTo", update, "offeredTo");
            if (notice.ContainsKey("warnings")) flat["noticeWarnings"] = Words(notice["warnings"]);
            if (unreadable.ContainsKey("kids")) flat["unreadableKids"] = Words(unreadable["kids"]);
            var plain = flat.Where(field => field.Value is string || field.Value is double).ToDictionary(field => field.Key, field => field.Value);
            return LicensingState.FromJson(Json.Write(plain));
        }

        private static void Add(Fields flat, string name, Fields group, string key)
        {
            if (group.ContainsKey(key)) flat[name] = group[key];
        }

        private static string Words(object list)
        {
            return string.Join(" ", ((List<object>)list).OfType<string>());
        }

        /// <summary>Text that does not depend on the order of fields. Leaves out fields without a value.</summary>
        public static string Sorted(object value)
        {
            var list = value as List<object>;
            if (list != null) return "[" + string.Join(", ", list.Select(Sorted)) + "]";
            var fields = value as Fields;
            if (fields == null) return Convert.ToString(value, CultureInfo.InvariantCulture);
            var known = fields.Where(field => field.Value != null).OrderBy(field => field.Key, StringComparer.Ordinal);
            return "{" + string.Join(", ", known.Select(field => field.Key + ": " + Sorted(field.Value))) + "}";
        }

        private static DateTime? TimeOf(object text)
        {
            return DateTime.Parse((string)text, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal);
        }

        private static string TextOf(DateTime? time)
        {
            return time.HasValue ? time.Value.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture) : "";
        }
    }

    /// <summary>Answers with the answers of a vector and records the requests.</summary>
    internal sealed class AnsweringTransport : IHttpTransport
    {
        private readonly Queue<object> answers;

        public readonly List<object> Requests = new List<object>();

        public AnsweringTransport(List<object> answers)
        {
            this.answers = new Queue<object>(answers);
        }

        public Task<HttpReply> SendAsync(Uri address, string json, string authorization)
        {
            var call = (json == null ? "GET " : "POST ") + address.AbsolutePath;
            Requests.Add(new Fields { { "call", call }, { "authorization", authorization }, { "body", json == null ? null : Json.ParseObject(json) } });
            var answer = answers.Count == 0 ? null : (Fields)answers.Dequeue();
            if (answer == null) throw new WebException("The network is down.");
            return Task.FromResult(new HttpReply
            {
                Status = (int)(double)answer["status"],
                Body = answer["body"] as string ?? Written(answer["body"]),
                RetryAfterSeconds = answer.ContainsKey("retryAfter") ? HttpTransport.ParseRetryAfter((string)answer["retryAfter"]) : 0,
            });
        }

        private static string Written(object value)
        {
            var list = value as List<object>;
            if (list != null) return "[" + string.Join(",", list.Select(Written)) + "]";
            var fields = value as Fields;
            if (fields != null) return "{" + string.Join(",", fields.Select(field => Quoted(field.Key) + ":" + Written(field.Value))) + "}";
            if (value is string) return Quoted((string)value);
            if (value is bool) return (bool)value ? "true" : "false";
            return value == null ? "null" : Convert.ToString(value, CultureInfo.InvariantCulture);
        }

        private static string Quoted(string text)
        {
            return "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"").Replace("\n", "\\n") + "\"";
        }
    }
}
