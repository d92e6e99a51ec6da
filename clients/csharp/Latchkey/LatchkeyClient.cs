using System;
using System.Collections.Generic;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>This computer, as shown in the portal.</summary>
    public sealed class Device
    {
        /// <summary>Device UUID, in any spelling; see DeviceFingerprint.Read.</summary>
        public string Fingerprint { get; set; }
        public string Name { get; set; }
        public string OperatingSystem { get; set; }

        /// <summary>Installed version of the application. Without it the server requires no update.</summary>
        public string AppVersion { get; set; }
    }

    /// <summary>Source of a key.</summary>
    public enum KeySource
    {
        /// <summary>Stored by the application or a script.</summary>
        Stored,

        /// <summary>Typed by a user just now.</summary>
        Typed,
    }

    /// <summary>
    /// Client for the device endpoints. Methods never throw: without a network, behind a sign-in page or on a server error, they
    /// return an answer that isn't Conclusive. Trust only the LicenseFile of an answer; the rest is for display.
    /// </summary>
    public sealed class LatchkeyClient
    {
        private readonly Uri server;
        private readonly IHttpTransport transport;
        private readonly Func<string> newNonce;

        /// <param name="server">Address of the portal, for example https://portal.example.com. May contain a path.</param>
        /// <param name="newNonce">Makes the text that an answer must repeat. Default: a random GUID.</param>
        /// <exception cref="ArgumentException">The server isn't an http(s) address.</exception>
        public LatchkeyClient(Uri server, IHttpTransport transport, Func<string> newNonce = null)
        {
            if (!server.IsAbsoluteUri || (server.Scheme != "https" && server.Scheme != "http"))
            {
                throw new ArgumentException("'" + server + "' isn't a valid server address. Use a URL such as https://portal.example.com.");
            }
            // Ends with a slash: otherwise new Uri(base, path) would drop the last part of the path.
            this.server = new Uri(server.GetLeftPart(UriPartial.Path).TrimEnd('/') + "/");
            this.transport = transport;
            this.newNonce = newNonce ?? (() => Guid.NewGuid().ToString());
        }

        /// <summary>Activates a license on this device.</summary>
        /// <param name="kids">Ids of the public keys this application trusts. The server assigns no license that it couldn't verify.</param>
        public Task<Answer> ActivateAsync(string licenseKey, Device device, KeySource source, string[] kids)
        {
            return AskWithKeyAsync("activate", "licenseKey", licenseKey, device, source, kids);
        }

        /// <summary>Claims a free license with an enrollment key.</summary>
        public Task<Answer> EnrollAsync(string enrollmentKey, Device device, KeySource source, string[] kids)
        {
            return AskWithKeyAsync("enroll", "enrollmentKey", enrollmentKey, device, source, kids);
        }

        /// <summary>Reports the device and returns the current decision.</summary>
        /// <param name="channel">Update channel: stable or beta.</param>
        public Task<Answer> CheckInAsync(string deviceToken, Device device, string channel)
        {
            var body = Describe(device);
            body["channel"] = channel;
            return AskAsync("check-in", body, deviceToken);
        }

        /// <summary>Moves the token's license to the current hardware of the same computer.</summary>
        public Task<Answer> TransferAsync(string deviceToken, Device device, string[] kids)
        {
            var body = Describe(device);
            body["kids"] = kids;
            return AskAsync("transfer", body, deviceToken);
        }

        /// <summary>Releases the license. Returns null on success; otherwise the reason.</summary>
        public Task<Answer> DeactivateAsync(string deviceToken)
        {
            return ReleaseAsync(new Dictionary<string, object> { { "deviceToken", deviceToken } });
        }

        /// <summary>Releases the license of a device that has no token. Returns null on success; otherwise the reason.</summary>
        public Task<Answer> DeactivateAsync(string licenseKey, Device device)
        {
            return ReleaseAsync(new Dictionary<string, object> { { "licenseKey", licenseKey }, { "deviceFingerprint", device.Fingerprint } });
        }

        private async Task<Answer> ReleaseAsync(Dictionary<string, object> body)
        {
            try
            {
                var reply = await SendAsync("deactivate", Json.Write(body), null).ConfigureAwait(false);
                var refusal = Answer.Read(reply.Body, null);
                if (refusal != null) return refusal;
                var done = Json.ParseObject(reply.Body);
                return reply.Status == 200 && done != null && Answer.Text(done, "message") != null ? null : WithoutDecision(reply);
            }
            catch (Exception error)
            {
                return Answer.Unreachable(error.GetBaseException().Message);
            }
        }

        /// <summary>Returns the signed revocation list, not yet verified; null if the request fails.</summary>
        public async Task<string> ReadRevocationsAsync()
        {
            try
            {
                var reply = await SendAsync("revocations", null, null).ConfigureAwait(false);
                return reply.Status == 200 ? reply.Body : null;
            }
            catch (Exception)
            {
                return null;
            }
        }

        /// <summary>Returns the address of the update folder. Ends with a slash.</summary>
        public Uri UpdateFeed(string updateToken, string channel)
        {
            return new Uri(server, "updates/" + Escape(updateToken) + "/" + Escape(channel) + "/");
        }

        /// <summary>Uri.EscapeDataString throws for text that isn't Unicode.</summary>
        private static string Escape(string text)
        {
            return Uri.EscapeDataString(Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)));
        }

        /// <summary>Returns the request that a user uploads on the portal's Offline page to get a license file for a computer without internet.</summary>
        public static string MakeOfflineRequest(string licenseKey, Device device, string[] kids = null)
        {
            var json = Json.Write(new Dictionary<string, object>
            {
                { "v", 1 },
                { "licenseKey", licenseKey },
                { "deviceFingerprint", device.Fingerprint },
                { "deviceName", device.Name },
                { "deviceOs", device.OperatingSystem },
                { "kids", kids },
                { "nonce", Guid.NewGuid().ToString() },
            });
            var base64 = Convert.ToBase64String(Encoding.UTF8.GetBytes(json));
            var lines = new StringBuilder("-----BEGIN LICENSE REQUEST-----\n");
            for (var at = 0; at < base64.Length; at += 64)
            {
                lines.Append(base64, at, Math.Min(64, base64.Length - at)).Append('\n');
            }
            return lines.Append("-----END LICENSE REQUEST-----\n").ToString();
        }

        private static Dictionary<string, object> Describe(Device device)
        {
            return new Dictionary<string, object>
            {
                { "deviceFingerprint", device.Fingerprint },
                { "deviceName", device.Name },
                { "deviceOs", device.OperatingSystem },
                { "appVersion", device.AppVersion },
            };
        }

        private Task<Answer> AskWithKeyAsync(string call, string name, string key, Device device, KeySource source, string[] kids)
        {
            var body = Describe(device);
            body[name] = key;
            body["reason"] = source == KeySource.Typed ? "typed" : "stored";
            body["kids"] = kids;
            return AskAsync(call, body, null);
        }

        private async Task<Answer> AskAsync(string call, Dictionary<string, object> body, string deviceToken)
        {
            var nonce = newNonce();
            body["nonce"] = nonce;
            try
            {
                var authorization = deviceToken == null ? null : "Device " + deviceToken;
                var reply = await SendAsync(call, Json.Write(body), authorization).ConfigureAwait(false);
                var answer = Answer.Read(reply.Body, nonce) ?? WithoutDecision(reply);
                answer.RetryAfterSeconds = Math.Max(reply.RetryAfterSeconds, 0);
                return answer;
            }
            catch (Exception error)
            {
                return Answer.Unreachable(error.GetBaseException().Message);
            }
        }

        private Task<HttpReply> SendAsync(string call, string json, string authorization)
        {
            return transport.SendAsync(new Uri(server, "api/device/" + call), json, authorization);
        }

        private static Answer WithoutDecision(HttpReply reply)
        {
            var error = "HTTP " + reply.Status + " without a decision";
            return reply.Status >= 500 ? Answer.Unavailable(error) : Answer.NotTheServer(error);
        }
    }
}
