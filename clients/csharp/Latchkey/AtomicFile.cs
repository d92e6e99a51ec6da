using System;
using System.IO;
using System.Threading;

namespace Latchkey
{
    /// <summary>Files that are there whole or not at all, also after a power cut.</summary>
    internal static class AtomicFile
    {
        /// <summary>Null for a file that does not exist.</summary>
        public static byte[] ReadIfThere(string path)
        {
            try
            {
                return Patiently(() => File.ReadAllBytes(path));
            }
            catch (FileNotFoundException)
            {
                return null;
            }
            catch (DirectoryNotFoundException)
            {
                return null;
            }
        }

        /// <summary>Durable before it is visible.</summary>
        public static void Replace(string path, byte[] bytes)
        {
            var draft = path + "." + Guid.NewGuid().ToString("N") + ".part";
            try
            {
                using (var stream = new FileStream(draft, FileMode.CreateNew, FileAccess.Write, FileShare.None))
                {
                    stream.Write(bytes, 0, bytes.Length);
                    stream.Flush(true);
                }
                Patiently(() =>
                {
                    if (File.Exists(path)) File.Replace(draft, path, null, true);
                    else File.Move(draft, path);
                    return true;
                });
            }
            finally
            {
                // Gone already, unless something failed.
                File.Delete(draft);
            }
        }

        /// <summary>Deletes drafts of processes that ended while writing, because they contain the key and the token.</summary>
        public static void RemoveAbandonedDrafts(string folder)
        {
            foreach (var draft in Directory.GetFiles(folder, "*.part"))
            {
                try
                {
                    if ((DateTime.UtcNow - File.GetLastWriteTimeUtc(draft)).Duration() > TimeSpan.FromMinutes(1)) File.Delete(draft);
                }
                catch (Exception)
                {
                    // The next write tries again. What was to be saved is saved.
                }
            }
        }

        /// <summary>Windows releases it when the process ends, however that happens. Null while another process has it.</summary>
        public static IDisposable TryLock(string path)
        {
            FileStream stream;
            try
            {
                stream = new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.ReadWrite);
            }
            catch (IOException error) when (!(error is DirectoryNotFoundException) && File.Exists(path))
            {
                return null;
            }
            try
            {
                stream.Lock(0, 1);
                return stream;
            }
            catch (IOException)
            {
                stream.Dispose();
                return null;
            }
        }

        /// <summary>Virus scanners and backups lock files briefly.</summary>
        private static T Patiently<T>(Func<T> work)
        {
            for (var attempt = 1; ; attempt++)
            {
                try
                {
                    return work();
                }
                catch (Exception error) when (attempt < 5 && IsMomentary(error))
                {
                    Thread.Sleep(20);
                }
            }
        }

        private static bool IsMomentary(Exception error)
        {
            if (error is FileNotFoundException || error is DirectoryNotFoundException) return false;
            return error is IOException || error is UnauthorizedAccessException;
        }
    }
}
