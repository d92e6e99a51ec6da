using System;
using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>Raises events. A listener that throws neither ends the application nor stops the other listeners.</summary>
    internal sealed class Announcer
    {
        private readonly object gate = new object();
        private string announced;

        public event Action<LicenseStatus> Changed;

        private const int MostEarlyErrors = 10;
        private readonly List<Exception> early = new List<Exception>();
        private Action<Exception> failed;

        /// <summary>The first listener gets the errors of the constructor, too: it can't be added earlier.</summary>
        public event Action<Exception> Failed
        {
            add
            {
                Exception[] missed;
                lock (early)
                {
                    failed += value;
                    missed = early.ToArray();
                    early.Clear();
                }
                foreach (var error in missed) Report(error);
            }
            remove
            {
                lock (early) failed -= value;
            }
        }

        public void Announce(LicenseStatus status)
        {
            var summary = status.Code + (status.Update == null ? "" : " " + status.Update.Version);
            foreach (var warning in status.Warnings) summary += " " + warning.Code;
            foreach (var feature in status.Features) summary += " " + feature.Length + ":" + feature;
            lock (gate)
            {
                if (summary == announced) return;
                announced = summary;
            }
            Raise(Changed, status, Report);
        }

        public void Report(Exception error)
        {
            Action<Exception> listeners;
            lock (early)
            {
                listeners = failed;
                if (listeners == null && early.Count < MostEarlyErrors) early.Add(error);
            }
            // If the log itself fails, there is nowhere to report it.
            Raise(listeners, error, ignored => { });
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
