using System;
using System.IO;
using System.Threading;

namespace Latchkey
{
    /// <summary>Atomic writes that survive a power failure.</summary>
    internal static class AtomicFile
    {
        /// <summary>Returns null if the file doesn't exist.</summary>
        public static byte[] ReadIfThere(string path)
        {
            try
            {
                return RetryBriefly(() => File.ReadAllBytes(path));
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

        /// <summary>Flushes before renaming: after a power failure there is the old file or the new one.</summary>
        public static void Replace(string path, byte[] bytes)
        {
            WithDraft(path, bytes, draft => RetryBriefly(() =>
            {
                if (File.Exists(path)) File.Replace(draft, path, null, true);
                else File.Move(draft, path);
                return true;
            }));
        }

        /// <summary>Returns false if the file exists.</summary>
        public static bool TryCreate(string path, byte[] bytes)
        {
            return WithDraft(path, bytes, draft => RetryBriefly(() =>
            {
                try
                {
                    File.Move(draft, path);
                    return true;
                }
                catch (IOException) when (File.Exists(path))
                {
                    return false;
                }
            }));
        }

        private static bool WithDraft(string path, byte[] bytes, Func<string, bool> publish)
        {
            var draft = path + "." + Guid.NewGuid().ToString("N") + ".part";
            try
            {
                using (var stream = new FileStream(draft, FileMode.CreateNew, FileAccess.Write, FileShare.None))
                {
                    stream.Write(bytes, 0, bytes.Length);
                    stream.Flush(true);
                }
                return publish(draft);
            }
            finally
            {
                DeleteIfPossible(draft);
            }
        }

        /// <summary>Drafts left by crashed processes contain the key and the token.</summary>
        public static void RemoveAbandonedDrafts(string folder)
        {
            foreach (var draft in Directory.GetFiles(folder, "*.part"))
            {
                DeleteIfPossible(draft, olderThan: TimeSpan.FromMinutes(1));
            }
        }

        /// <summary>The next write of the state removes what stays.</summary>
        private static void DeleteIfPossible(string draft, TimeSpan olderThan = default(TimeSpan))
        {
            try
            {
                if ((DateTime.UtcNow - File.GetLastWriteTimeUtc(draft)).Duration() >= olderThan) File.Delete(draft);
            }
            catch (Exception)
            {
                // A virus scanner has it open.
            }
        }

        /// <summary>Returns null while another process has the lock. Windows releases it when the process ends.</summary>
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
        private static T RetryBriefly<T>(Func<T> work)
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
