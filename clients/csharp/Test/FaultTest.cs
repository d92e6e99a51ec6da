using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Latchkey.Test
{
    /// <summary>Checks that no failure of a store, network, clock or listener throws or changes the license.</summary>
    internal static class FaultTest
    {
        private static string[] arguments;
        private static readonly WebRequestTransport Network = new WebRequestTransport();
        private static readonly MemoryStore Store = new MemoryStore();
        private static TimeSpan later;

        public static async Task RunAsync(string[] given)
        {
            arguments = given;
            TaskScheduler.UnobservedTaskException += (sender, unobserved) =>
            {
                Console.Error.WriteLine("Unobserved exception: " + unobserved.Exception);
                Environment.Exit(98);
            };
            CheckKeys();
            FingerprintTest.Run(arguments[3]);
            FileStoreTest.Run(arguments[3]);
            await CheckWrongKeysAsync();
            await CheckSwappedKeyAsync();
            await CheckStoreAsync();
            await CheckReportsAsync();
            await CheckListenersAsync();
            await CheckNetworkAsync();
            await CheckClockAsync();
            CheckTamperedStates();
            GC.Collect();
            GC.WaitForPendingFinalizers();
            Console.WriteLine("every fault: survived");
        }

        private static Licensing Boot(TrustedKeys keys = null, ILicensingStore store = null, string server = null)
        {
            var device = new Device { Fingerprint = "4C4C4544-0039-4B10-8031-B7C04F4A4432", Name = "FRONT-1", OperatingSystem = "Windows 11" };
            var verifier = new LicenseVerifier(keys ?? Program.KeysOf(arguments, 4), new TestEd25519());
            var client = new LatchkeyClient(new Uri(server ?? arguments[1]), Network);
            var started = DateTime.UtcNow;
            return new Licensing(client, store ?? Store, device, verifier, () => DateTime.UtcNow + later, () => DateTime.UtcNow - started + later);
        }

        private static string WarningsOf(Licensing licensing)
        {
            return string.Join(" ", licensing.Status.Warnings.Select(warning => warning.Code));
        }

        private static void CheckKeys()
        {
            var wrong = new[] { "REPLACE-WITH-32-BYTES-IN-BASE64-OF-CURRENT==", Convert.ToBase64String(new byte[31]), "", null, " " + Convert.ToBase64String(new byte[32]) };
            foreach (var key in wrong) ExpectRefusal(() => new TrustedKeys { { "k1", key } }, "32 bytes", "key '" + key + "'");
            ExpectRefusal(() => new LicenseVerifier(new TrustedKeys(), new TestEd25519()), "No public key", "no key");
            ExpectRefusal(() => new LatchkeyClient(new Uri("portal", UriKind.Relative), Network), "isn't a valid server address", "no address");
        }

        private static void ExpectRefusal(Action work, string sentence, string what)
        {
            var message = "";
            try
            {
                work();
            }
            catch (ArgumentException error)
            {
                message = error.Message;
            }
            Program.Expect(true, message.Contains(sentence), what + " is refused");
        }

        private static async Task CheckWrongKeysAsync()
        {
            var old = Boot(new TrustedKeys { { "old", Convert.ToBase64String(new TestKey().Bytes) } });
            var answer = await old.ActivateAsync(arguments[2]);
            Program.Expect("UNKNOWN_KEY False", answer.Code + " " + answer.Valid, "an activation with outdated keys");
            Program.Expect(VerdictCode.UNKNOWN_KEY, old.Status.Code, "its status");
            Program.Expect("This version is too old for the license server. Update the application.", old.Status.Detail, "its sentence");
        }

        private static async Task CheckSwappedKeyAsync()
        {
            var keys = new TrustedKeys();
            foreach (var kid in Program.KeysOf(arguments, 4).Kids) keys.Add(kid, Convert.ToBase64String(new TestKey().Bytes));
            var reported = "";
            var licensing = Boot(keys, new MemoryStore());
            licensing.Failed += error => reported += error.Message;
            Program.Expect("SERVER_ERROR", (await licensing.ActivateAsync(arguments[2])).Code, "an activation with the value of another key");
            Program.Expect("a valid decision with a license file that is BAD_SIGNATURE", reported, "in the log");
        }

        private sealed class TestKey
        {
            public readonly byte[] Bytes = Enumerable.Repeat((byte)7, 32).ToArray();
        }

        private static async Task CheckStoreAsync()
        {
            Store.FailsToRead = Store.FailsToWrite = Store.FailsToLock = true;
            var licensing = Boot();
            licensing.Start();
            Program.Expect("VALID", (await licensing.ActivateAsync(arguments[2])).Code, "activated without a store");
            await licensing.TickAsync();
            Program.Expect(true, licensing.Status.MayRun, "runs");
            Program.Expect("STORE_FAILED", WarningsOf(licensing), "and warns");
            Program.Expect(VerdictCode.MALFORMED, licensing.Import(null).Code, "import of nothing");
            Store.FailsToRead = Store.FailsToWrite = Store.FailsToLock = false;
            await licensing.TickAsync();
            Program.Expect("", WarningsOf(licensing), "after the store works again");
            Program.Expect(true, Boot().Status.MayRun, "after a restart");
            licensing.Dispose();
        }

        private static async Task CheckReportsAsync()
        {
            var file = Path.Combine(arguments[3], "no-folder");
            File.WriteAllText(file, "");
            var reports = new List<string>();
            var licensing = Boot(store: new FileStore(file));
            licensing.Failed += error => reports.Add(error.GetType().Name);
            for (var time = 0; time < 3; time++) await licensing.ActivateAsync(arguments[2]);
            Program.Expect("IOException IOException", string.Join(" ", reports), "a lasting failure is reported once to lock and once to write");
            reports.Clear();
            var damaged = Path.Combine(arguments[3], "damaged");
            Directory.CreateDirectory(damaged);
            File.WriteAllText(Path.Combine(damaged, "license.dat"), "torn");
            Boot(store: new FileStore(damaged)).Failed += error => reports.Add(error.Message);
            Program.Expect(Path.Combine(damaged, "license.dat") + " is damaged.", string.Join(" ", reports), "what failed before the listener was added");
        }

        private static async Task CheckListenersAsync()
        {
            var licensing = Boot();
            var called = 0;
            var ticked = new ManualResetEvent(false);
            licensing.Changed += status => { throw new Exception("listener"); };
            licensing.Changed += status => called++;
            licensing.Changed += status => ticked.Set();
            licensing.Failed += error => { throw new Exception("log"); };
            licensing.Start();
            Program.Expect(true, ticked.WaitOne(TimeSpan.FromSeconds(20)), "a listener that throws in the timer");
            Program.Expect("VALID", (await licensing.CheckInAsync()).Code, "the next operation");
            Program.Expect(1, called, "other listeners called");
            licensing.Dispose();
        }

        private static async Task CheckNetworkAsync()
        {
            var replies = new Func<HttpReply>[]
            {
                () => new HttpReply { Status = 200, Body = "<html>Welcome</html>", RetryAfterSeconds = int.MaxValue },
                () => new HttpReply { Status = 200, Body = "{\"valid\":true,\"code\":\"VALID\",\"detail\":\"\",\"conclusive\":true}" },
                () => new HttpReply { Status = 500 },
                () => null,
                () => { throw new InvalidOperationException("connect ECONNREFUSED"); },
            };
            var licensing = Boot();
            foreach (var reply in replies)
            {
                Network.Instead = reply;
                var answer = await licensing.CheckInAsync();
                Program.Expect("SERVER_ERROR False", answer.Code + " " + answer.Conclusive, "no answer");
                var sentence = answer.Error == "HTTP 500 without a decision" ? "The license server can't answer right now." : "Can't reach the license server.";
                Program.Expect(true, answer.Detail.StartsWith(sentence) && !answer.Detail.Contains("ECONN"), "a sentence");
                Program.Expect(true, licensing.Status.MayRun, "still runs");
                var wait = LicensingState.FromJson(Store.Kept).NextAttempt - DateTime.UtcNow;
                Program.Expect(true, wait <= TimeSpan.FromHours(24), "asks again within a day");
            }
            await Boot(null, null, "https://example.com/portal").CheckInAsync();
            Program.Expect("https://example.com/portal/api/device/check-in", Network.LastAddress.AbsoluteUri, "a server below a path");
            Program.Expect(true, Network.LastBody.Contains("\"channel\":\"stable\""), "the channel");
            Network.Instead = null;
            Program.Expect(120, HttpTransport.ParseRetryAfter(" 120 "), "Retry-After in seconds");
            Program.Expect(0, HttpTransport.ParseRetryAfter("soon"), "Retry-After that is neither");
            Program.Expect(true, HttpTransport.ParseRetryAfter(DateTime.UtcNow.AddMinutes(10).ToString("R")) > 500, "Retry-After as a date");
        }

        private static async Task CheckClockAsync()
        {
            var file = LicensingState.FromJson(Store.Kept).LicenseFile;
            Network.IsDown = true;
            var offline = new MemoryStore();
            var licensing = Boot(null, offline);
            Program.Expect(VerdictCode.VALID, licensing.Import("\ufeff" + file).Code, "a file with a byte order mark");
            later = TimeSpan.FromDays(10);
            await licensing.TickAsync();
            var seen = LicensingState.FromJson(offline.Kept).LastSeen;
            Program.Expect(VerdictCode.VALID, licensing.Import(file).Code, "the same file again");
            Program.Expect(seen, LicensingState.FromJson(offline.Kept).LastSeen, "the latest time seen");
            later = TimeSpan.FromDays(5);
            Program.Expect(VerdictCode.CLOCK, Boot(null, offline).Status.Code, "a clock that was set back");
            Program.Expect(VerdictCode.CLOCK, Boot(null, offline).Import(file).Code, "an import then");
            later = TimeSpan.FromDays(15);
            Program.Expect(VerdictCode.EXPIRED, Boot(null, offline).Status.Code, "after grace");
            later = TimeSpan.Zero;
            Network.IsDown = false;
            await CheckClockAheadAsync();
        }

        private static async Task CheckClockAheadAsync()
        {
            var licensing = Boot();
            Program.Expect("VALID", (await licensing.CheckInAsync()).Code, "a correct clock");
            later = TimeSpan.FromHours(14);
            var ahead = Boot();
            await ahead.TickAsync();
            later = TimeSpan.Zero;
            var right = Boot();
            Program.Expect(VerdictCode.CLOCK, right.Status.Code, "a clock that ran ahead for a moment");
            await right.TickAsync();
            Program.Expect(VerdictCode.VALID, right.Status.Code, "after one request");
        }

        private static void CheckTamperedStates()
        {
            var states = new[] { "{", "[]", "{\"lostCode\":\"VALID\"}", "{\"unreadable\":\"VALID\",\"noticeCode\":\"HARDWARE_CHANGED\"}", "{\"revision\":1e300,\"failures\":-5}" };
            foreach (var state in states)
            {
                Program.Expect(false, Boot(null, new MemoryStore { Kept = state }).Status.MayRun, state);
            }
            var unreadable = new MemoryStore { Kept = "{\"updateToken\":\"\\ud800\"}" };
            Program.Expect(true, Boot(null, unreadable).UpdateFeed.AbsoluteUri.EndsWith("/%EF%BF%BD/stable/", StringComparison.Ordinal), "an update token that is not Unicode");
            var first = new LicensingState { LastSeen = DateTime.MinValue, LastAttempt = DateTime.MinValue, NextAttempt = DateTime.MaxValue };
            var licensing = Boot(null, new MemoryStore { Kept = first.ToJson() });
            var errors = 0;
            licensing.Failed += error => errors++;
            licensing.TickAsync().Wait();
            Program.Expect(0, errors, "the minimum date as the last time seen");
        }
    }
}
