using System;
using System.IO;
using System.Security.AccessControl;
using System.Security.Principal;

namespace Latchkey
{
    /// <summary>A folder that every user of the computer may write to.</summary>
    internal static class SharedFolder
    {
        /// <summary>
        /// Lets all users write, because an installer that runs as SYSTEM may create the folder. Only a folder created here gets the
        /// right: an existing one may be a link that a user made to gain rights elsewhere.
        /// </summary>
        public static void Create(string folder)
        {
            if (Directory.Exists(folder)) return;
            Directory.CreateDirectory(folder);
            if (Environment.OSVersion.Platform == PlatformID.Win32NT) ShareWithUsers(new DirectoryInfo(folder));
        }

        private static void ShareWithUsers(DirectoryInfo folder)
        {
            try
            {
                var security = folder.GetAccessControl();
                var isOwn = Equals(security.GetOwner(typeof(SecurityIdentifier)), WindowsIdentity.GetCurrent().Owner);
                if (!isOwn || (folder.Attributes & FileAttributes.ReparsePoint) != 0) return;
                security.AddAccessRule(new FileSystemAccessRule(
                    new SecurityIdentifier(WellKnownSidType.BuiltinUsersSid, null),
                    FileSystemRights.Modify,
                    InheritanceFlags.ContainerInherit | InheritanceFlags.ObjectInherit,
                    PropagationFlags.None,
                    AccessControlType.Allow));
                folder.SetAccessControl(security);
            }
            catch (Exception)
            {
                // Other users can't save then and get the warning STORE_FAILED.
            }
        }
    }
}
