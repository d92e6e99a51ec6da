using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace Latchkey
{
    /// <summary>
    /// Reads the device UUID that licenses are bound to: the mainboard's (as in Win32_ComputerSystemProduct, but from the firmware
    /// table, so it needs neither WMI nor a package), or a generated one if the mainboard has none.
    /// </summary>
    public static class DeviceFingerprint
    {
        /// <summary>Returns the device UUID.</summary>
        /// <param name="application">Folder in ProgramData where a generated UUID is saved, for example 'Vendor\Product'.</param>
        public static string Read(string application)
        {
            var uuid = FromFirmware();
            return uuid == null || IsPlaceholder(uuid) ? Generated(application) : uuid;
        }

        /// <summary>UUIDs that many mainboards share. The server refuses them.</summary>
        private static readonly string[] Placeholders =
        {
            "00000000000000000000000000000000",
            "ffffffffffffffffffffffffffffffff",
            "fefefefefefefefefefefefefefefefe",
            "00020003000400050006000700080009",
            "123456781234567890abcddeefaabbcc",
        };

        /// <summary>Whether many mainboards share this UUID, so that it identifies no device.</summary>
        public static bool IsPlaceholder(string fingerprint)
        {
            return Array.IndexOf(Placeholders, Identifiers.NormalizeFingerprint(fingerprint)) >= 0;
        }

        private const uint SmbiosProvider = 0x52534D42;

        [DllImport("kernel32.dll", SetLastError = true)]
        private static extern uint GetSystemFirmwareTable(uint provider, uint table, byte[] buffer, uint size);

        private static string FromFirmware()
        {
            try
            {
                var size = GetSystemFirmwareTable(SmbiosProvider, 0, null, 0);
                var table = new byte[size];
                var isRead = size > 0 && GetSystemFirmwareTable(SmbiosProvider, 0, table, size) == size;
                return isRead ? ParseSmbios(table) : null;
            }
            catch (Exception error) when (error is DllNotFoundException || error is EntryPointNotFoundException)
            {
                return null;
            }
        }

        /// <summary>Returns the UUID in a raw SMBIOS table, or null. After an 8-byte header come structures, each followed by strings that end with two zero bytes.</summary>
        public static string ParseSmbios(byte[] table)
        {
            const byte SystemInformation = 1;
            const int UuidAt = 8, UuidLength = 16;
            for (var at = 8; at + 4 <= table.Length;)
            {
                int type = table[at], length = table[at + 1];
                if (length < 4) return null;
                if (type == SystemInformation && length >= UuidAt + UuidLength && at + UuidAt + UuidLength <= table.Length)
                {
                    var uuid = new byte[UuidLength];
                    Array.Copy(table, at + UuidAt, uuid, 0, UuidLength);
                    return Format(new Guid(uuid));
                }
                at += length;
                while (at + 1 < table.Length && (table[at] != 0 || table[at + 1] != 0)) at++;
                at += 2;
            }
            return null;
        }

        private static string Generated(string application)
        {
            var programData = Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData);
            var path = Path.Combine(programData, application, "device-id.txt");
            try
            {
                return ReadSaved(path) ?? Save(path, Format(Guid.NewGuid()));
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return OfName(Environment.MachineName);
            }
        }

        private static string ReadSaved(string path)
        {
            var known = AtomicFile.ReadIfThere(path);
            if (known == null) return null;
            Guid uuid;
            return Guid.TryParse(Encoding.UTF8.GetString(known).Trim('\ufeff', ' ', '\r', '\n'), out uuid) ? Format(uuid) : null;
        }

        /// <summary>Another process may have started at the same time: the UUID that was saved first counts.</summary>
        internal static string Save(string path, string uuid)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(path));
            var bytes = Encoding.UTF8.GetBytes(uuid);
            if (AtomicFile.TryCreate(path, bytes)) return uuid;
            var first = ReadSaved(path);
            if (first == null) AtomicFile.Replace(path, bytes);
            return first ?? uuid;
        }

        /// <summary>Fallback for a folder that can't be written: stays the same while the computer keeps its name.</summary>
        private static string OfName(string name)
        {
            using (var sha256 = SHA256.Create())
            {
                var hash = sha256.ComputeHash(Encoding.UTF8.GetBytes("latchkey-device " + name));
                var bytes = new byte[16];
                Array.Copy(hash, bytes, bytes.Length);
                return Format(new Guid(bytes));
            }
        }

        private static string Format(Guid uuid)
        {
            return uuid.ToString().ToUpperInvariant();
        }
    }
}
