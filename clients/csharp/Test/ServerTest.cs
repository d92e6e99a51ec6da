using System;
using System.IO;
using System.Net;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey.Test
{
    /// <summary>Activates, checks in, goes offline and deactivates against a real server.</summary>
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
            var verifier = new LicenseVerifier(Program.KeysOf(arguments, 3), new TestEd25519());
            var network = new WebRequestTransport();
            var store = new MemoryStore();
            var clockError = TimeSpan.Zero;
            var licensing = new Licensing(new LatchkeyClient(new Uri(arguments[1]), network), store, device, verifier, () => DateTime.UtcNow + clockError);
            var changes = 0;
            licensing.Changed += status => changes++;

            Program.Expect("NOT_FOUND", (await licensing.ActivateAsync("00000-00000-00000-00000-00000")).Code, "a wrong key");
            Program.Expect(VerdictCode.NOT_ACTIVATED, licensing.Status.Code, "after it");
            Program.Expect("VALID", (await licensing.ActivateAsync(arguments[2])).Code, "the right key");
            Program.Expect(VerdictCode.VALID, licensing.Status.Code, "after it");
            Program.Expect(true, licensing.UpdateFeed.AbsoluteUri.EndsWith("/stable/", StringComparison.Ordinal), "the update folder ends with a slash");
            Program.Expect("VALID", (await licensing.CheckInAsync()).Code, "check-in");
            Program.Expect("NOT_FOUND", (await licensing.ActivateAsync("00000-00000-00000-00000-00000")).Code, "a wrong key while running");
            Program.Expect(VerdictCode.VALID, licensing.Status.Code, "after it");

            network.IsDown = true;
            Program.Expect(false, (await licensing.CheckInAsync()).Conclusive, "check-in without a network");
            clockError = TimeSpan.FromDays(2);
            Program.Expect("CHECK_IN_OVERDUE", WarningOf(licensing), "two days later");
            clockError = TimeSpan.FromDays(8);
            Program.Expect("GRACE", WarningOf(licensing), "eight days later");
            clockError = TimeSpan.FromDays(15);
            Program.Expect(VerdictCode.EXPIRED, licensing.Status.Code, "fifteen days later");
            clockError = TimeSpan.FromDays(-1);
            Program.Expect(VerdictCode.VALID, licensing.Status.Code, "with the clock set back while it runs");
            licensing = new Licensing(new LatchkeyClient(new Uri(arguments[1]), network), store, device, verifier, () => DateTime.UtcNow + clockError);
            licensing.Changed += status => changes++;
            Program.Expect(VerdictCode.CLOCK, licensing.Status.Code, "with the clock set back, after a restart");
            network.IsDown = false;
            await licensing.TickAsync();
            Program.Expect(VerdictCode.VALID, licensing.Status.Code, "with the clock set back, but a network");

            var again = new Licensing(new LatchkeyClient(new Uri(arguments[1]), network), store, device, verifier);
            Program.Expect(VerdictCode.VALID, again.Status.Code, "after a restart");
            Program.Expect(null, await again.DeactivateAsync(), "deactivated");
            Program.Expect(VerdictCode.NOT_ACTIVATED, again.Status.Code, "after it");
            Program.Expect(true, changes >= 3, "changes were announced");
        }

        private static string WarningOf(Licensing licensing)
        {
            return licensing.Status.Warnings.Count == 0 ? "" : licensing.Status.Warnings[0].Code;
        }
    }
}
