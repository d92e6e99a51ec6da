using System;
using System.Collections.Generic;

namespace Latchkey
{
    public sealed class StatusWarning
    {
        /// <summary>CHECK_IN_OVERDUE, GRACE, UNKNOWN_KEY, UNSUPPORTED, SUBSCRIPTION_PAST_DUE, STORE_FAILED, or a later one.</summary>
        public string Code { get; private set; }

        /// <summary>The application runs until then without a check-in. May be null.</summary>
        public DateTime? Until { get; private set; }

        public string Detail { get { return Messages.Of(Code); } }

        internal StatusWarning(string code, DateTime? until)
        {
            Code = code;
            Until = until;
        }
    }

    /// <summary>May the application run, and what is there to say about it.</summary>
    public sealed class LicenseStatus
    {
        public bool MayRun { get { return Code == VerdictCode.VALID; } }

        public VerdictCode Code { get; internal set; }

        /// <summary>A sentence for the person at the computer.</summary>
        public string Detail { get { return Messages.Of(Code); } }

        public IList<StatusWarning> Warnings { get; internal set; }

        /// <summary>Null without a correctly signed license file.</summary>
        public LicenseFile File { get; internal set; }

        /// <summary>Null unless the last check-in offered a newer version.</summary>
        public AvailableUpdate Update { get; internal set; }
    }
}
