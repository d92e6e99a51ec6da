using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using System.Text;

namespace Latchkey
{
    /// <summary>
    /// The identifier that a license is tied to: the UUID that the mainboard's maker stored (the UUID of Win32_ComputerSystemProduct,
    /// read from the firmware table, so that it needs no WMI service and no package). Where the maker stored a placeholder, a
    /// generated one that is saved in ProgramData.
    /// </summary>
    public static class DeviceFingerprint
    {
        /// <param name="application">Names the folder in ProgramData, for example 'Vendor\Product'.</param>
        public static string Read(string application)
        {
            var uuid = FromFirmware();
            return uuid == null || IsPlaceholder(uuid) ? Generated(application) : uuid;
        }

        /// <summary>UUIDs that many computers report, as the server refuses them.</summary>
        private static readonly string[] Placeholders =
        {
            "00000000000000000000000000000000",
            "ffffffffffffffffffffffffffffffff",
            "fefefefefefefefefefefefefefefefe",
            "00020003000400050006000700080009",
            "123456781234567890abcddeefaabbcc",
        };

        public static bool IsPlaceholder(string fingerprint)
        {
            return Array.IndexOf(Placeholders, Spelling.OfDevice(fingerprint)) >= 0;
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
                return isRead ? UuidOf(table) : null;
            }
            catch (Exception error) when (error is DllNotFoundException || error is EntryPointNotFoundException)
            {
                return null;
            }
        }

        /// <summary>Of a raw SMBIOS table: 8 bytes of header, then structures, each followed by texts that end with two zeros.</summary>
        public static string UuidOf(byte[] table)
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
            var folder = Path.Combine(programData, application);
            var path = Path.Combine(folder, "device-id.txt");
            try
            {
                var known = AtomicFile.ReadIfThere(path);
                Guid uuid;
                if (known != null && Guid.TryParse(Encoding.UTF8.GetString(known).Trim('\ufeff', ' ', '\r', '\n'), out uuid)) return Format(uuid);
                uuid = Guid.NewGuid();
                Directory.CreateDirectory(folder);
                AtomicFile.Replace(path, Encoding.UTF8.GetBytes(Format(uuid)));
                return Format(uuid);
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException)
            {
                return OfName(Environment.MachineName);
            }
        }

        /// <summary>Where nothing can be saved: the same at every start, as long as the computer keeps its name.</summary>
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
