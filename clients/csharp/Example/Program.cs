using System;
using System.IO;
using System.Linq;
using System.Threading.Tasks;

namespace Latchkey.Example
{
    /// <summary>
    /// A minimal application. Usage: Example.exe [key LICENSE-KEY | --enroll ENROLLMENT-KEY | import FILE | request KEY FILE | free | move]
    /// Exit codes: 0 may run, 1 refused, 2 no decision (no network): try again, 3 not saved on this computer, 64 invalid usage or configuration.
    /// </summary>
    internal static class Program
    {
        private const string Application = @"Vendor\Product";
        private static readonly Uri Server = new Uri("https://portal.example.com");

        private static int Main(string[] arguments)
        {
            try
            {
                return RunAsync(arguments).GetAwaiter().GetResult();
            }
            catch (Exception error) when (error is ArgumentException || error is IOException || error is UnauthorizedAccessException)
            {
                Console.Error.WriteLine(error.Message);
                return 64;
            }
        }

        private static async Task<int> RunAsync(string[] arguments)
        {
            var device = new Device
            {
                Fingerprint = DeviceFingerprint.Read(Application),
                Name = Environment.MachineName,
                OperatingSystem = Environment.OSVersion.VersionString,
                AppVersion = "1.4.0",
            };
            // Replace both keys with your server's current and next key, from GET /api/device/keys.
            var keys = new TrustedKeys
            {
                { "k0123abcd", "REPLACE-WITH-32-BYTES-IN-BASE64-OF-CURRENT==" },
                { "k4567ef01", "REPLACE-WITH-32-BYTES-IN-BASE64-OF-NEXT=====" },
            };
            var verifier = new LicenseVerifier(keys, new BouncyCastleEd25519());
            var client = new LatchkeyClient(Server, new HttpTransport());
            using (var licensing = new Licensing(client, new ProtectedFileStore(Application), device, verifier))
            {
                licensing.Failed += error => Console.Error.WriteLine(error.Message);
                return await ActAsync(licensing, arguments);
            }
        }

        private static async Task<int> ActAsync(Licensing licensing, string[] arguments)
        {
            var command = arguments.Length == 0 ? "run" : arguments[0];
            var values = arguments.Length - 1;
            if (command == "run") return await CheckAsync(licensing);
            if (command == "key" && values == 1) return ExitCode(await licensing.ActivateAsync(arguments[1]), licensing);
            if (command == "--enroll" && values == 1) return ExitCode(await licensing.EnrollAsync(arguments[1]), licensing);
            if (command == "move" && values == 0) return ExitCode(await licensing.MoveToThisHardwareAsync(), licensing);
            if (command == "free" && values == 0) return ExitCode(await licensing.DeactivateAsync(), licensing);
            if (command == "import" && values == 1) return ExitCode(licensing.Import(File.ReadAllText(arguments[1])), licensing);
            if (command != "request" || values != 2) throw new ArgumentException("Invalid arguments. See the usage in Program.cs.");
            File.WriteAllText(arguments[2], licensing.MakeOfflineRequest(arguments[1]));
            return 0;
        }

        private static async Task<int> CheckAsync(Licensing licensing)
        {
            await licensing.TickAsync();
            var status = licensing.Status;
            Console.WriteLine(status.Code + ": " + status.Detail);
            foreach (var warning in status.Warnings) Console.WriteLine(warning.Detail + (warning.Until == null ? "" : " Until " + warning.Until));
            // Ask for a feature each time it is used: the next check-in may change it.
            if (status.Features.Contains("cad-export")) Console.WriteLine("CAD export is unlocked.");
            return status.MayRun ? 0 : 1;
        }

        /// <summary>The answer is null if the license was released.</summary>
        private static int ExitCode(Answer answer, Licensing licensing)
        {
            Console.WriteLine(answer == null ? "This device no longer uses a license." : answer.Code + ": " + answer.Detail);
            if (answer != null && !answer.Valid) return answer.Conclusive ? 1 : 2;
            return IsSaved(licensing) ? 0 : 3;
        }

        private static int ExitCode(Verdict verdict, Licensing licensing)
        {
            Console.WriteLine(verdict.Code);
            if (!verdict.Valid) return 1;
            return IsSaved(licensing) ? 0 : 3;
        }

        /// <summary>Installers must know if the license is active on the server but not saved on this computer.</summary>
        private static bool IsSaved(Licensing licensing)
        {
            return !licensing.Status.Warnings.Any(warning => warning.Code == "STORE_FAILED");
        }
    }
}
