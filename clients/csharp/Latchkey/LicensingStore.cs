using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace Latchkey
{
    /// <summary>Saves the license state. Methods may throw.</summary>
    public interface ILicensingStore
    {
        /// <summary>Returns the saved state, or an empty one.</summary>
        /// <param name="warn">Call it if the state is damaged and an older or empty one is returned.</param>
        LicensingState Read(Action<string> warn);

        void Write(LicensingState state);

        /// <summary>Locks out other processes until the result is disposed. Returns null while another process has the lock.</summary>
        IDisposable TryLock();
    }

    /// <summary>Saves the state in a folder that all users and processes of this computer can share. Writes are atomic and survive a power failure.</summary>
    public class FileStore : ILicensingStore
    {
        private readonly string folder;

        /// <param name="folder">Put nothing else in it, because every user can write to it.</param>
        public FileStore(string folder)
        {
            this.folder = folder;
        }

        private string Current { get { return Path.Combine(folder, "license.dat"); } }

        private string Previous { get { return Path.Combine(folder, "license.previous.dat"); } }

        public LicensingState Read(Action<string> warn)
        {
            var bytes = AtomicFile.ReadIfThere(Current);
            var state = Parse(bytes);
            if (state != null) return state;
            var older = Parse(AtomicFile.ReadIfThere(Previous));
            if (bytes != null || older != null) warn(Current + (older == null ? " is damaged." : " is damaged; the previous state is used."));
            return older ?? ReadLegacy() ?? new LicensingState();
        }

        public void Write(LicensingState state)
        {
            SharedFolder.Create(folder);
            var bytes = AtomicFile.ReadIfThere(Current);
            // Back up only a valid state: the file may be damaged, or a link to another file.
            if (Parse(bytes) != null) AtomicFile.Replace(Previous, bytes);
            AtomicFile.Replace(Current, Serialize(state));
            AtomicFile.RemoveAbandonedDrafts(folder);
        }

        public IDisposable TryLock()
        {
            SharedFolder.Create(folder);
            return AtomicFile.TryLock(Path.Combine(folder, "license.lock"));
        }

        /// <summary>Encrypts the content. Override it together with Unprotect.</summary>
        protected virtual byte[] Protect(byte[] content)
        {
            return content;
        }

        /// <summary>Decrypts the content. May throw a CryptographicException.</summary>
        protected virtual byte[] Unprotect(byte[] content)
        {
            return content;
        }

        /// <summary>Reads a state saved by an earlier version of the application, or returns null.</summary>
        protected virtual LicensingState ReadLegacy()
        {
            return null;
        }

        private const int ChecksumLength = 32;

        /// <summary>The SHA-256 detects a partial file.</summary>
        private byte[] Serialize(LicensingState state)
        {
            var content = Protect(Encoding.UTF8.GetBytes(state.ToJson()));
            var bytes = new List<byte>(Hash(content, 0));
            bytes.AddRange(content);
            return bytes.ToArray();
        }

        private LicensingState Parse(byte[] bytes)
        {
            if (bytes == null || bytes.Length < ChecksumLength) return null;
            var sum = Hash(bytes, ChecksumLength);
            for (var at = 0; at < ChecksumLength; at++)
            {
                if (bytes[at] != sum[at]) return null;
            }
            var content = new byte[bytes.Length - ChecksumLength];
            Array.Copy(bytes, ChecksumLength, content, 0, content.Length);
            try
            {
                return LicensingState.FromJson(Encoding.UTF8.GetString(Unprotect(content)));
            }
            catch (CryptographicException)
            {
                // Copied from another computer: start without a license.
                return null;
            }
        }

        private static byte[] Hash(byte[] bytes, int start)
        {
            using (var sha256 = SHA256.Create()) return sha256.ComputeHash(bytes, start, bytes.Length - start);
        }
    }

    /// <summary>
    /// Saves the state in ProgramData, encrypted by Windows for this computer (DPAPI), so that a copy is useless elsewhere. All users
    /// share it. For a license per user, derive from FileStore and use ApplicationData and DataProtectionScope.CurrentUser. On .NET,
    /// needs the package System.Security.Cryptography.ProtectedData.
    /// </summary>
    public sealed class ProtectedFileStore : FileStore
    {
        private readonly string legacyPath;

        /// <param name="application">Folder in ProgramData, for example 'Vendor\Product'.</param>
        public ProtectedFileStore(string application) : base(Path.Combine(FolderOf(application), "licensing"))
        {
            legacyPath = Path.Combine(FolderOf(application), "license.dat");
        }

        protected override byte[] Protect(byte[] content)
        {
            return ProtectedData.Protect(content, null, DataProtectionScope.LocalMachine);
        }

        protected override byte[] Unprotect(byte[] content)
        {
            return ProtectedData.Unprotect(content, null, DataProtectionScope.LocalMachine);
        }

        protected override LicensingState ReadLegacy()
        {
            var bytes = AtomicFile.ReadIfThere(legacyPath);
            if (bytes == null) return null;
            try
            {
                return LicensingState.FromJson(Encoding.UTF8.GetString(Unprotect(bytes)));
            }
            catch (CryptographicException)
            {
                return null;
            }
        }

        private static string FolderOf(string application)
        {
            var programData = Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData);
            return Path.Combine(programData, application);
        }
    }
}
