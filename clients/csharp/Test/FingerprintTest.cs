using System.IO;

namespace Latchkey.Test
{
    internal static class FingerprintTest
    {
        public static void Run(string parent)
        {
            CheckSavedFirst(parent);
            // A header, another structure with two strings, then the system information.
            var table = new byte[8 + 6 + 5 + 27];
            table[8] = 0;
            table[9] = 6;
            table[14] = (byte)'a';
            table[16] = (byte)'b';
            table[19] = 1;
            table[20] = 27;
            for (byte at = 0; at < 16; at++) table[27 + at] = (byte)(0x10 + at);
            Program.Expect("13121110-1514-1716-1819-1A1B1C1D1E1F", DeviceFingerprint.ParseSmbios(table), "UUID of the firmware");
            Program.Expect(null, DeviceFingerprint.ParseSmbios(new byte[12]), "UUID of an empty table");
            Program.Expect(true, DeviceFingerprint.IsPlaceholder("03000200-0400-0500-0006-000700080009"), "placeholder");
            Program.Expect(false, DeviceFingerprint.IsPlaceholder("4C4C4544-0039-4B10-8031-B7C04F4A4432"), "a unique UUID");
        }

        private static void CheckSavedFirst(string parent)
        {
            var path = Path.Combine(parent, "identified", "device-id.txt");
            Program.Expect("4C4C4544-0039-4B10-8031-B7C04F4A4432", DeviceFingerprint.Save(path, "4C4C4544-0039-4B10-8031-B7C04F4A4432"), "a generated UUID");
            var later = "00112233-4455-4677-8899-AABBCCDDEEFF";
            Program.Expect("4C4C4544-0039-4B10-8031-B7C04F4A4432", DeviceFingerprint.Save(path, later), "a UUID that another process saved first");
            File.WriteAllText(path, "4C4C4544-0039");
            Program.Expect(later, DeviceFingerprint.Save(path, later), "a damaged one is replaced");
            Program.Expect(1, Directory.GetFiles(Path.GetDirectoryName(path)).Length, "files left");
        }
    }
}
