using System;

namespace Latchkey.Test
{
    /// <summary>vectors FILE, or server ADDRESS LICENSE-KEY KID=PUBLIC-KEY…</summary>
    internal static class Program
    {
        private static int Main(string[] arguments)
        {
            if (arguments[0] == "vectors") return VectorTest.Run(arguments[1]);
            FingerprintTest.Run();
            ServerTest.RunAsync(arguments).GetAwaiter().GetResult();
            return 0;
        }

        public static void Expect(object expected, object actual, string what)
        {
            if (!Equals(expected, actual)) throw new Exception(what + ": expected " + expected + ", was " + actual);
            Console.WriteLine(what + ": " + actual);
        }
    }
}
