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

    /// <summary>
    /// The license server over HTTP. No method throws: what is no answer (no network, a hotel's sign-in page, a fault, a replay)
    /// comes back as one that is not Conclusive.
    /// </summary>
    public sealed class LatchkeyClient
    {
        private readonly Uri server;
        private readonly IHttpTransport transport;

        public LatchkeyClient(Uri server, IHttpTransport transport)
        {
            this.server = server;
            this.transport = transport;
        }

        public Task<Answer> ActivateAsync(string licenseKey, Device device)
        {
            var body = Describe(device);
            body["licenseKey"] = licenseKey;
            body["deviceFingerprint"] = device.Fingerprint;
            return AskAsync("activate", body, null);
        }

        public Task<Answer> EnrollAsync(string enrollmentKey, Device device)
        {
            var body = Describe(device);
            body["enrollmentKey"] = enrollmentKey;
            body["deviceFingerprint"] = device.Fingerprint;
            return AskAsync("enroll", body, null);
        }

        public Task<Answer> CheckInAsync(string deviceToken, Device device)
        {
            return AskAsync("check-in", Describe(device), "Device " + deviceToken);
        }

        /// <summary>Gives the license back. Null when it is free again; otherwise what stands in the way.</summary>
        public async Task<Answer> DeactivateAsync(string deviceToken)
        {
            try
            {
                var body = Json.Write(new Dictionary<string, object> { { "deviceToken", deviceToken } });
                var reply = await SendAsync("deactivate", body, null).ConfigureAwait(false);
                var refusal = Answer.Read(reply.Body, null);
                if (refusal != null) return refusal;
                var done = Json.ParseObject(reply.Body);
                return reply.Status == 200 && done != null && done.ContainsKey("message") ? null : NotTheServer();
            }
            catch (Exception error)
            {
                return Unreachable(error);
            }
        }

        /// <summary>The signed list of revocations, unread; null when it cannot be had.</summary>
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

        /// <summary>What a computer without internet asks with: save it, and carry it to the portal's Offline page.</summary>
        public static string MakeOfflineRequest(string licenseKey, Device device)
        {
            var json = Json.Write(new Dictionary<string, object>
            {
                { "v", 1 },
                { "licenseKey", licenseKey },
                { "deviceFingerprint", device.Fingerprint },
                { "deviceName", device.Name },
                { "deviceOs", device.OperatingSystem },
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
                { "deviceName", device.Name },
                { "deviceOs", device.OperatingSystem },
                { "appVersion", device.AppVersion },
            };
        }

        private async Task<Answer> AskAsync(string call, Dictionary<string, object> body, string authorization)
        {
            var nonce = Guid.NewGuid().ToString();
            body["nonce"] = nonce;
            try
            {
                var reply = await SendAsync(call, Json.Write(body), authorization).ConfigureAwait(false);
                return Answer.Read(reply.Body, nonce) ?? NotTheServer();
            }
            catch (Exception error)
            {
                return Unreachable(error);
            }
        }

        private Task<HttpReply> SendAsync(string call, string json, string authorization)
        {
            return transport.SendAsync(new Uri(server, "/api/device/" + call), json, authorization);
        }

        private static Answer NotTheServer()
        {
            return Answer.Inconclusive("Something answered that is not the license server.");
        }

        private static Answer Unreachable(Exception error)
        {
            return Answer.Inconclusive("The license server cannot be reached: " + error.GetBaseException().Message);
        }
    }
}
