using System;
using System.Linq;
using System.Threading.Tasks;
using Latchkey;
using Latchkey.Test;

namespace Application
{
    /// <summary>
    /// TEST CODE. An application that has installed the package. Runs commands from standard input.
    /// Usage: Application.exe ADDRESS FINGERPRINT FOLDER KID=PUBLIC-KEY …
    /// </summary>
    internal static class Program
    {
        private static int Main(string[] arguments)
        {
            RunAsync(arguments).GetAwaiter().GetResult();
            Environment.Exit(0);
            return 0;
        }

        private static async Task RunAsync(string[] arguments)
        {
            var keys = new TrustedKeys();
            foreach (var pair in arguments.Skip(3).Select(argument => argument.Split(new[] { '=' }, 2))) keys.Add(pair[0], pair[1]);
            var device = new Device { Fingerprint = arguments[1], Name = "PACKAGED-1", OperatingSystem = "Windows 11", AppVersion = "1.4.0" };
            var client = new LatchkeyClient(new Uri(arguments[0]), new HttpTransport());
            var verifier = new LicenseVerifier(keys, new TestEd25519());
            using (var licensing = new Licensing(client, new FileStore(arguments[2]), device, verifier))
            {
                licensing.Failed += error => Console.Error.WriteLine(error.Message);
                string line;
                while ((line = Console.ReadLine()) != null)
                {
                    var words = line.Split(' ');
                    if (words[0] == "activate") await licensing.ActivateAsync(words[1]);
                    if (words[0] == "checkIn") await licensing.CheckInAsync();
                    if (words[0] == "tick") await licensing.TickAsync();
                    Show(licensing.Status);
                }
            }
        }

        private static void Show(LicenseStatus status)
        {
            var warnings = string.Join(",", status.Warnings.Select(warning => '"' + warning.Code + '"'));
            Console.WriteLine("{{\"mayRun\":{0},\"code\":\"{1}\",\"warnings\":[{2}]}}", status.MayRun ? "true" : "false", status.Code, warnings);
        }
    }
}
