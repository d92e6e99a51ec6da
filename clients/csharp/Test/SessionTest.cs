using System;
using System.Linq;
using System.Threading.Tasks;

namespace Latchkey.Test
{
    /// <summary>Runs commands from standard input. Usage: session ADDRESS FINGERPRINT FOLDER KID=PUBLIC-KEY …</summary>
    internal static class SessionTest
    {
        public static async Task RunAsync(string[] arguments)
        {
            var device = new Device { Fingerprint = arguments[2], Name = "TERMINAL-1", OperatingSystem = "Windows Server" };
            var verifier = new LicenseVerifier(Program.KeysOf(arguments, 4), new TestEd25519());
            var client = new LatchkeyClient(new Uri(arguments[1]), new WebRequestTransport());
            using (var licensing = new Licensing(client, new FileStore(arguments[3]), device, verifier))
            {
                string line;
                while ((line = Console.ReadLine()) != null)
                {
                    var words = line.Split(' ');
                    if (words[0] == "activate") await licensing.ActivateAsync(words[1]);
                    if (words[0] == "checkIn") await licensing.CheckInAsync();
                    if (words[0] == "deactivate") await licensing.DeactivateAsync();
                    if (words[0] == "move") await licensing.MoveToThisHardwareAsync();
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
