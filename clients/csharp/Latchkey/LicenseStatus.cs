using System;
using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>A warning while the application may run.</summary>
    public sealed class StatusWarning
    {
        /// <summary>CHECK_IN_OVERDUE, GRACE, UNKNOWN_KEY, UNSUPPORTED, SUBSCRIPTION_PAST_DUE or STORE_FAILED. Later versions may add more.</summary>
        public string Code { get; private set; }

        /// <summary>When the application stops without a check-in (UTC). May be null.</summary>
        public DateTime? Until { get; private set; }

        /// <summary>English sentence to show to the user. Translate by Code.</summary>
        public string Detail { get { return Messages.Of(Code); } }

        internal StatusWarning(string code, DateTime? until)
        {
            Code = code;
            Until = until;
        }
    }

    /// <summary>Whether the application may run, and why not.</summary>
    public sealed class LicenseStatus
    {
        public bool MayRun { get { return Code == VerdictCode.VALID; } }

        public VerdictCode Code { get; internal set; }

        /// <summary>English sentence to show to the user. Translate by Code.</summary>
        public string Detail { get { return Messages.Of(Code); } }

        public IList<StatusWarning> Warnings { get; internal set; }

        /// <summary>Null without a verified license file.</summary>
        public LicenseFile File { get; internal set; }

        /// <summary>Newer version offered by the last check-in. May be null.</summary>
        public AvailableUpdate Update { get; internal set; }

        /// <summary>Features to unlock now, such as cad-export. Empty unless the application may run.</summary>
        public IReadOnlyList<string> Features { get { return MayRun && File != null ? File.Features : new string[0]; } }
    }
}
