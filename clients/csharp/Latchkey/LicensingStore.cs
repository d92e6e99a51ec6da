using System;
using System.IO;
using System.Security.Cryptography;
using System.Text;

namespace Latchkey
{
    public interface ILicensingStore
    {
        LicensingState Read();
        void Write(LicensingState state);
    }

    /// <summary>
    /// A file that Windows encrypts for this computer (DPAPI): copied to another one it is worthless. All users of the computer
    /// share it; for a license per user, use ApplicationData and DataProtectionScope.CurrentUser. On .NET, needs the package
    /// System.Security.Cryptography.ProtectedData.
    /// </summary>
    public sealed class ProtectedFileStore : ILicensingStore
    {
        private readonly string path;

        /// <param name="application">Names the folder in ProgramData, for example 'Vendor\Product'.</param>
        public ProtectedFileStore(string application)
        {
            var programData = Environment.GetFolderPath(Environment.SpecialFolder.CommonApplicationData);
            path = Path.Combine(Path.Combine(programData, application), "license.dat");
        }

        public LicensingState Read()
        {
            try
            {
                var bytes = ProtectedData.Unprotect(File.ReadAllBytes(path), null, DataProtectionScope.LocalMachine);
                return LicensingState.FromJson(Encoding.UTF8.GetString(bytes));
            }
            catch (Exception error) when (error is IOException || error is UnauthorizedAccessException || error is CryptographicException)
            {
                // None yet, or one of another computer: as if nothing had ever been activated here.
                return new LicensingState();
            }
        }

        /// <summary>Whole or not at all: a crash leaves what was known.</summary>
        public void Write(LicensingState state)
        {
            var bytes = ProtectedData.Protect(Encoding.UTF8.GetBytes(state.ToJson()), null, DataProtectionScope.LocalMachine);
            var draft = path + ".part";
            Directory.CreateDirectory(Path.GetDirectoryName(path));
            File.WriteAllBytes(draft, bytes);
            if (File.Exists(path)) File.Replace(draft, path, null);
            else File.Move(draft, path);
        }
    }
}
