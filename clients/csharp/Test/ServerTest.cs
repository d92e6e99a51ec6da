using System;
using System.IO;
using System.Net;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey.Test
{
    /// <summary>One device through its life, against a real server.</summary>
    internal static class ServerTest
    {
        public static async Task RunAsync(string[] arguments)
        {
            var device = new Device
            {
                Fingerprint = Guid.NewGuid().ToString(),
                Name = "CSHARP-1",
                OperatingSystem = "Windows 11",
                AppVersion = "1.0.0",
            };
            var keys = new TrustedKeys();
            for (var at = 3; at < arguments.Length; at++)
            {
                var kid = arguments[at].Substring(0, arguments[at].IndexOf('='));
                keys.Add(kid, arguments[at].Substring(kid.Length + 1));
            }
            var verifier = new LicenseVerifier(keys, new TestEd25519());
            var network = new WebRequestTransport();
            var store = new MemoryStore();
            var clockError = TimeSpan.Zero;
            var licensing = new Licensing(new LatchkeyClient(new Uri(arguments[1]), network), store, device, verifier, () => DateTime.UtcNow + clockError);
            var changes = 0;
            licensing.Changed += verdict => changes++;

            Program.Expect("NOT_FOUND", (await licensing.ActivateAsync("00000-00000-00000-00000-00000")).Code, "a wrong key");
            Program.Expect(VerdictCode.NOT_ACTIVATED, licensing.Status.Code, "after it");
            Program.Expect("VALID", (await licensing.ActivateAsync(arguments[2])).Code, "the right key");
            Program.Expect(VerdictCode.VALID, licensing.Status.Code, "after it");
            Program.Expect("VALID", (await licensing.CheckInAsync()).Code, "check-in");
            Program.Expect("NOT_FOUND", (await licensing.ActivateAsync("00000-00000-00000-00000-00000")).Code, "a wrong key while running");
            Program.Expect(VerdictCode.VALID, licensing.Status.Code, "after it");

            network.IsDown = true;
            Program.Expect(false, (await licensing.CheckInAsync()).Conclusive, "check-in without a network");
            clockError = TimeSpan.FromDays(2);
            Program.Expect(LicenseWarning.CHECK_IN_OVERDUE, licensing.Status.Warning, "two days later");
            clockError = TimeSpan.FromDays(8);
            Program.Expect(LicenseWarning.GRACE, licensing.Status.Warning, "eight days later");
            clockError = TimeSpan.FromDays(15);
            Program.Expect(VerdictCode.EXPIRED, licensing.Status.Code, "fifteen days later");
            clockError = TimeSpan.FromDays(-1);
            Program.Expect(VerdictCode.CLOCK, licensing.Status.Code, "with the clock turned back");
            network.IsDown = false;
            await licensing.TickAsync();
            Program.Expect(VerdictCode.VALID, licensing.Status.Code, "with the clock turned back, but a network");

            var again = new Licensing(new LatchkeyClient(new Uri(arguments[1]), network), store, device, verifier);
            Program.Expect(VerdictCode.VALID, again.Status.Code, "after a restart");
            Program.Expect(null, await again.DeactivateAsync(), "deactivated");
            Program.Expect(VerdictCode.NOT_ACTIVATED, again.Status.Code, "after it");
            Program.Expect(true, changes >= 3, "changes were told");
        }

        private sealed class MemoryStore : ILicensingStore
        {
            private string kept = "";

            public LicensingState Read()
            {
                return LicensingState.FromJson(kept);
            }

            public void Write(LicensingState state)
            {
                kept = state.ToJson();
            }
        }

        private sealed class WebRequestTransport : IHttpTransport
        {
            public bool IsDown { get; set; }

            public async Task<HttpReply> SendAsync(Uri address, string json, string authorization)
            {
                if (IsDown) throw new WebException("The network is down.");
                var request = (HttpWebRequest)WebRequest.Create(address);
                if (authorization != null) request.Headers["Authorization"] = authorization;
                if (json != null)
                {
                    request.Method = "POST";
                    request.ContentType = "application/json";
                    var bytes = Encoding.UTF8.GetBytes(json);
                    using (var stream = await request.GetRequestStreamAsync()) stream.Write(bytes, 0, bytes.Length);
                }
                using (var response = await ResponseOf(request))
                using (var reader = new StreamReader(response.GetResponseStream()))
                {
                    return new HttpReply { Status = (int)response.StatusCode, Body = reader.ReadToEnd() };
                }
            }

            private static async Task<HttpWebResponse> ResponseOf(HttpWebRequest request)
            {
                try
                {
                    return (HttpWebResponse)await request.GetResponseAsync();
                }
                catch (WebException error) when (error.Response != null)
                {
                    return (HttpWebResponse)error.Response;
                }
            }
        }
    }
}
