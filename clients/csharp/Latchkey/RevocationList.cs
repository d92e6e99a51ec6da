using System;
using System.Collections.Generic;

namespace Latchkey
{
    /// <summary>Signed list of revoked license files, from GET /api/device/revocations.</summary>
    public sealed class RevocationList
    {
        private readonly HashSet<string> organizations = new HashSet<string>(StringComparer.Ordinal);
        private readonly Dictionary<string, DateTime> issuedBefore = new Dictionary<string, DateTime>(StringComparer.Ordinal);

        public DateTime IssuedAt { get; private set; }

        /// <summary>Parses the list. Returns null unless it is signed by a trusted key.</summary>
        public static RevocationList Read(string text, TrustedKeys keys, IEd25519 ed25519)
        {
            var envelope = SignedEnvelope.Open("revocations.v1", Json.ParseObject(text), keys, ed25519);
            if (envelope.Fault != null || envelope.Content == null) return null;
            try
            {
                return From(new Fields(envelope.Content));
            }
            catch (FormatException)
            {
                return null;
            }
        }

        private static RevocationList From(Fields fields)
        {
            var list = new RevocationList { IssuedAt = fields.Time("issuedAt") };
            foreach (var id in fields.List("organizations"))
            {
                if (!(id is string)) throw new FormatException("organizations");
                list.organizations.Add((string)id);
            }
            foreach (var item in fields.List("licenses"))
            {
                var entry = item as Dictionary<string, object>;
                if (entry == null) throw new FormatException("licenses");
                var license = new Fields(entry);
                list.issuedBefore[license.Text("licenseId")] = license.Time("issuedBefore");
            }
            return list;
        }

        /// <summary>Whether the list revokes this file. A file issued after the list is not affected.</summary>
        public bool Revokes(LicenseFile file)
        {
            DateTime before;
            if (organizations.Contains(file.OrganizationId) && file.IssuedAt < IssuedAt) return true;
            return issuedBefore.TryGetValue(file.LicenseId, out before) && file.IssuedAt < before;
        }
    }
}
