using System;
using System.IO;
using System.Linq;

namespace Latchkey.Test
{
    /// <summary>Checks that damaged, deleted and abandoned files don't replace the newest valid state.</summary>
    internal static class FileStoreTest
    {
        public static void Run(string parent)
        {
            CheckTornFiles(parent);
            CheckDrafts(parent);
        }

        private static void CheckTornFiles(string parent)
        {
            var folder = Path.Combine(parent, "torn");
            var store = new FileStore(folder);
            var current = Path.Combine(folder, "license.dat");
            Program.Expect(" 0", ReadFrom(store), "nothing saved");
            store.Write(new LicensingState { LicenseKey = "OLDER" });
            store.Write(new LicensingState { LicenseKey = "NEWER" });
            Program.Expect("NEWER 0", ReadFrom(store), "a whole file");
            var whole = File.ReadAllBytes(current);
            for (var length = 0; length < whole.Length; length++)
            {
                var torn = whole.Take(length).ToArray();
                File.WriteAllBytes(current, torn);
                if (ReadFrom(store) != "OLDER 1") throw new Exception("torn at " + length);
                File.WriteAllBytes(current, torn.Concat(new byte[whole.Length - length]).ToArray());
                if (ReadFrom(store) != "OLDER 1") throw new Exception("zeros from " + length);
            }
            store.Write(new LicensingState { LicenseKey = "THIRD" });
            File.Delete(current);
            Program.Expect("OLDER 1", ReadFrom(store), "a damaged file does not replace the previous one");
            File.WriteAllText(Path.Combine(folder, "license.previous.dat"), "torn");
            Program.Expect(" 0", ReadFrom(store), "both gone");
            File.WriteAllText(current, "torn");
            Program.Expect(" 1", ReadFrom(store), "both torn");
            var files = Directory.GetFiles(folder).Select(Path.GetFileName).OrderBy(name => name);
            Program.Expect("license.dat license.previous.dat", string.Join(" ", files), "files left");
        }

        private static void CheckDrafts(string parent)
        {
            var folder = Path.Combine(parent, "drafts");
            var store = new FileStore(folder);
            store.Write(new LicensingState { LicenseKey = "FIRST" });
            var draft = Path.Combine(folder, "license.dat.0123.part");
            File.WriteAllText(draft, "abandoned");
            store.Write(new LicensingState { LicenseKey = "SECOND" });
            Program.Expect(true, File.Exists(draft), "a draft that may still be written");
            File.SetLastWriteTimeUtc(draft, DateTime.UtcNow.AddMinutes(-2));
            store.Write(new LicensingState { LicenseKey = "THIRD" });
            Program.Expect(false, File.Exists(draft), "an abandoned draft");
        }

        private static string ReadFrom(ILicensingStore store)
        {
            var warnings = 0;
            return store.Read(warning => warnings++).LicenseKey + " " + warnings;
        }
    }
}
