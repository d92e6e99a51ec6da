using System;
using System.Threading.Tasks;

namespace Latchkey.Test
{
    /// <summary>Usage: vectors FILE, rules FILE, server ADDRESS LICENSE-KEY KEYS, faults ADDRESS LICENSE-KEY FOLDER KEYS, or session. KEYS: KID=PUBLIC-KEY …</summary>
    internal static class Program
    {
        private static int Main(string[] arguments)
        {
            if (arguments[0] == "vectors") return VectorTest.Run(arguments[1]);
            if (arguments[0] == "rules") return RuleTest.RunAsync(arguments[1]).GetAwaiter().GetResult();
            RunAsync(arguments).GetAwaiter().GetResult();
            // Mono may otherwise wait up to a minute for an idle thread of its pool.
            Environment.Exit(0);
            return 0;
        }

        private static Task RunAsync(string[] arguments)
        {
            if (arguments[0] == "session") return SessionTest.RunAsync(arguments);
            if (arguments[0] == "faults") return FaultTest.RunAsync(arguments);
            return ServerTest.RunAsync(arguments);
        }

        public static TrustedKeys KeysOf(string[] arguments, int start)
        {
            var keys = new TrustedKeys();
            for (var at = start; at < arguments.Length; at++)
            {
                var kid = arguments[at].Substring(0, arguments[at].IndexOf('='));
                keys.Add(kid, arguments[at].Substring(kid.Length + 1));
            }
            return keys;
        }

        public static void Expect(object expected, object actual, string what)
        {
            if (!Equals(expected, actual)) throw new Exception(what + ": expected " + expected + ", was " + actual);
            Console.WriteLine(what + ": " + actual);
        }
    }
}
