using System;

namespace Latchkey
{
    /// <summary>Calls the listeners. One that throws neither ends the application nor keeps the others from being called.</summary>
    internal sealed class Announcer
    {
        private readonly object gate = new object();
        private string announced;

        public event Action<LicenseStatus> Changed;
        public event Action<Exception> Failed;

        /// <summary>Raises Changed when the code, a warning or the available update is another one.</summary>
        public void Announce(LicenseStatus status)
        {
            var words = status.Code + (status.Update == null ? "" : " " + status.Update.Version);
            foreach (var warning in status.Warnings) words += " " + warning.Code;
            lock (gate)
            {
                if (words == announced) return;
                announced = words;
            }
            Raise(Changed, status, Report);
        }

        public void Report(Exception error)
        {
            // If the log fails, there is nothing left to report to.
            Raise(Failed, error, ignored => { });
        }

        private static void Raise<T>(Action<T> listeners, T value, Action<Exception> onFailure)
        {
            if (listeners == null) return;
            foreach (var listener in listeners.GetInvocationList())
            {
                try
                {
                    ((Action<T>)listener)(value);
                }
                catch (Exception error)
                {
                    onFailure(error);
                }
            }
        }
    }
}
