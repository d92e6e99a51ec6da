using System;
using System.Collections.Generic;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>This computer, as the portal shows it.</summary>
    public sealed class Device
    {
        public string Fingerprint { get; set; }
        public string Name { get; set; }
        public string OperatingSystem { get; set; }
        public string AppVersion { get; set; }
    }

    /// <summary>Who used a key.</summary>
    public enum KeySource
    {
        /// <summary>The application or a script, with a key it had stored.</summary>
        Stored,

        /// <summary>A person who entered it now.</summary>
        Typed,
    }

    /// <summary>
    /// Sends the device calls. Without a network, behind a sign-in page or on a fault, the answer is one that is not Conclusive; no
    /// method throws. Applications trust the license file of an answer and display the rest.
    /// </summary>
    public sealed class LatchkeyClient
    {
        private readonly Uri server;
        private readonly IHttpTransport transport;

        /// <param name="server">The address of the portal. It may have a path.</param>
        public LatchkeyClient(Uri server, IHttpTransport transport)
        {
            if (!server.IsAbsoluteUri || (server.Scheme != "https" && server.Scheme != "http"))
            {
                throw new ArgumentException("'" + server + "' is not the address of a license server, such as https://portal.example.com.");
            }
            // Ends with a slash, so that a server below a path keeps its path.
            this.server = new Uri(server.GetLeftPart(UriPartial.Path).TrimEnd('/') + "/");
            this.transport = transport;
        }

        /// <param name="kids">The names of the public keys that this application knows: the server binds no license it cannot confirm to it.</param>
        public Task<Answer> ActivateAsync(string licenseKey, Device device, KeySource source, string[] kids)
        {
            return AskWithKeyAsync("activate", "licenseKey", licenseKey, device, source, kids);
        }

        public Task<Answer> EnrollAsync(string enrollmentKey, Device device, KeySource source, string[] kids)
        {
            return AskWithKeyAsync("enroll", "enrollmentKey", enrollmentKey, device, source, kids);
        }

        public Task<Answer> CheckInAsync(string deviceToken, Device device, string channel)
        {
            var body = Describe(device);
            body["channel"] = channel;
            return AskAsync("check-in", body, deviceToken);
        }

        /// <summary>Moves the license of this token to the hardware the computer has now.</summary>
        public Task<Answer> TransferAsync(string deviceToken, Device device, string[] kids)
        {
            var body = Describe(device);
            body["kids"] = kids;
            return AskAsync("transfer", body, deviceToken);
        }

        /// <summary>Releases the license. Null when it is free again; otherwise why not.</summary>
        public async Task<Answer> DeactivateAsync(string deviceToken)
        {
            try
            {
                var body = Json.Write(new Dictionary<string, object> { { "deviceToken", deviceToken } });
                var reply = await SendAsync("deactivate", body, null).ConfigureAwait(false);
                var refusal = Answer.Read(reply.Body, null);
                if (refusal != null) return refusal;
                var done = Json.ParseObject(reply.Body);
                return reply.Status == 200 && done != null && done.ContainsKey("message") ? null : NotTheServer(reply);
            }
            catch (Exception error)
            {
                return Answer.Unreachable(error.GetBaseException().Message);
            }
        }

        /// <summary>The signed list of revocations, not yet verified; null when it cannot be read.</summary>
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

        /// <summary>The folder of the update feeds.</summary>
        public Uri UpdateFeed(string updateToken, string channel)
        {
            return new Uri(server, "updates/" + Uri.EscapeDataString(updateToken) + "/" + Uri.EscapeDataString(channel) + "/");
        }

        /// <summary>The request of a computer without internet: save it, and carry it to the portal's Offline page.</summary>
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
            var nonce = Guid.NewGuid().ToString();
            body["nonce"] = nonce;
            try
            {
                var authorization = deviceToken == null ? null : "Device " + deviceToken;
                var reply = await SendAsync(call, Json.Write(body), authorization).ConfigureAwait(false);
                var answer = Answer.Read(reply.Body, nonce) ?? NotTheServer(reply);
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

        private static Answer NotTheServer(HttpReply reply)
        {
            return Answer.NotTheServer("HTTP " + reply.Status + " without a decision");
        }
    }
}
