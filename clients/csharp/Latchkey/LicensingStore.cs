using System;
using System.Collections.Generic;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace Latchkey
{
    /// <summary>Where the state is saved. Every method may throw.</summary>
    public interface ILicensingStore
    {
        /// <param name="warn">To be called when the state was damaged and an older or an empty one is returned.</param>
        LicensingState Read(Action<string> warn);

        void Write(LicensingState state);

        /// <summary>Locks out other processes until the result is disposed of; null while another process has the lock.</summary>
        IDisposable TryLock();
    }

    /// <summary>Files in a folder, each written whole or not at all. All users and processes of the computer may share it.</summary>
    public class FileStore : ILicensingStore
    {
        private readonly string folder;

        /// <param name="folder">Used by nothing else, because every user may write to it.</param>
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
            // Only a state that can be read replaces the previous one, never what a damaged file or a link leads to.
            if (Parse(bytes) != null) AtomicFile.Replace(Previous, bytes);
            AtomicFile.Replace(Current, Serialize(state));
            AtomicFile.RemoveAbandonedDrafts(folder);
        }

        public IDisposable TryLock()
        {
            SharedFolder.Create(folder);
            return AtomicFile.TryLock(Path.Combine(folder, "license.lock"));
        }

        protected virtual byte[] Protect(byte[] content)
        {
            return content;
        }

        /// <summary>May throw a CryptographicException for anything that Protect did not return.</summary>
        protected virtual byte[] Unprotect(byte[] content)
        {
            return content;
        }

        /// <summary>The state where an earlier version saved it; null without one.</summary>
        protected virtual LicensingState ReadLegacy()
        {
            return null;
        }

        private const int SumLength = 32;

        /// <summary>The leading SHA-256 detects a partial file.</summary>
        private byte[] Serialize(LicensingState state)
        {
            var content = Protect(Encoding.UTF8.GetBytes(state.ToJson()));
            var bytes = new List<byte>(Hash(content, 0));
            bytes.AddRange(content);
            return bytes.ToArray();
        }

        private LicensingState Parse(byte[] bytes)
        {
            if (bytes == null || bytes.Length < SumLength) return null;
            var sum = Hash(bytes, SumLength);
            for (var at = 0; at < SumLength; at++)
            {
                if (bytes[at] != sum[at]) return null;
            }
            var content = new byte[bytes.Length - SumLength];
            Array.Copy(bytes, SumLength, content, 0, content.Length);
            try
            {
                return LicensingState.FromJson(Encoding.UTF8.GetString(Unprotect(content)));
            }
            catch (CryptographicException)
            {
                // Of another computer: as if nothing had ever been activated here.
                return null;
            }
        }

        private static byte[] Hash(byte[] bytes, int start)
        {
            using (var sha256 = SHA256.Create()) return sha256.ComputeHash(bytes, start, bytes.Length - start);
        }
    }

    /// <summary>
    /// A folder in ProgramData whose files Windows encrypts for this computer (DPAPI): copied to another one they are worthless. All
    /// users of the computer share it; for a license per user, derive from FileStore with ApplicationData and
    /// DataProtectionScope.CurrentUser. On .NET, needs the package System.Security.Cryptography.ProtectedData.
    /// </summary>
    public sealed class ProtectedFileStore : FileStore
    {
        private readonly string legacyPath;

        /// <param name="application">Names the folder in ProgramData, for example 'Vendor\Product'.</param>
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
