using System;

namespace Latchkey
{
    /// <summary>Raises events. A listener that throws neither ends the application nor stops the other listeners.</summary>
    internal sealed class Announcer
    {
        private readonly object gate = new object();
        private string announced;

        public event Action<LicenseStatus> Changed;
        public event Action<Exception> Failed;

        public void Announce(LicenseStatus status)
        {
            var summary = status.Code + (status.Update == null ? "" : " " + status.Update.Version);
            foreach (var warning in status.Warnings) summary += " " + warning.Code;
            lock (gate)
            {
                if (summary == announced) return;
                announced = summary;
            }
            Raise(Changed, status, Report);
        }

        public void Report(Exception error)
        {
            // If the log itself fails, there is nowhere to report it.
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
