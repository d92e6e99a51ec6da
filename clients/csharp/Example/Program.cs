using System;
using System.IO;
using System.Threading.Tasks;

namespace Latchkey.Example
{
    /// <summary>An application of a few lines: Example.exe [key LICENSE-KEY | enroll ENROLLMENT-KEY | import FILE | request KEY FILE | free]</summary>
    internal static class Program
    {
        private const string Application = @"Vendor\Product";
        private static readonly Uri Server = new Uri("https://portal.example.com");

        private static int Main(string[] arguments)
        {
            var device = new Device
            {
                Fingerprint = DeviceFingerprint.Read(Application),
                Name = Environment.MachineName,
                OperatingSystem = Environment.OSVersion.VersionString,
                AppVersion = "1.4.0",
            };
            // Both lines that `npm run keys:rotate` or GET /api/device/keys shows: the current key and the next one.
            var keys = new TrustedKeys
            {
                { "k0123abcd", "REPLACE-WITH-32-BYTES-IN-BASE64-OF-CURRENT==" },
                { "k4567ef01", "REPLACE-WITH-32-BYTES-IN-BASE64-OF-NEXT=====" },
            };
            var verifier = new LicenseVerifier(keys, new BouncyCastleEd25519());
            var client = new LatchkeyClient(Server, new HttpTransport());
            using (var licensing = new Licensing(client, new ProtectedFileStore(Application), device, verifier))
            {
                RunAsync(licensing, device, arguments).GetAwaiter().GetResult();
                licensing.TickAsync().GetAwaiter().GetResult();
                Show(licensing.Status);
                return licensing.Status.Valid ? 0 : 1;
            }
        }

        private static async Task RunAsync(Licensing licensing, Device device, string[] arguments)
        {
            switch (arguments.Length == 0 ? "" : arguments[0])
            {
                case "key": Show(await licensing.ActivateAsync(arguments[1])); break;
                case "enroll": Show(await licensing.EnrollAsync(arguments[1])); break;
                case "free": Show(await licensing.DeactivateAsync()); break;
                case "import": Console.WriteLine(licensing.Import(File.ReadAllText(arguments[1])).Code); break;
                case "request": File.WriteAllText(arguments[2], LatchkeyClient.MakeOfflineRequest(arguments[1], device)); break;
            }
        }

        private static void Show(Answer answer)
        {
            Console.WriteLine(answer == null ? "This device no longer uses a license." : answer.Code + ": " + answer.Detail);
        }

        private static void Show(Verdict verdict)
        {
            Console.WriteLine(verdict.Valid ? "Running." : "Locked: " + verdict.Code);
            if (verdict.Warning != LicenseWarning.NONE) Console.WriteLine("{0} until {1:d}", verdict.Warning, verdict.Until);
        }
    }
}
