using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey
{
    public sealed class HttpReply
    {
        public int Status { get; set; }
        public string Body { get; set; }

        /// <summary>Of the header Retry-After; 0 without one.</summary>
        public int RetryAfterSeconds { get; set; }
    }

    /// <summary>Sends one request. May throw anything: LatchkeyClient takes it for 'no answer'.</summary>
    public interface IHttpTransport
    {
        /// <param name="json">Null for a GET.</param>
        /// <param name="authorization">The whole header, or null.</param>
        Task<HttpReply> SendAsync(Uri address, string json, string authorization);
    }

    /// <summary>One for the whole run of the application. Uses the proxy that Windows is set up with, as the user who is signed in.</summary>
    public sealed class HttpTransport : IHttpTransport
    {
        private readonly HttpClient http = new HttpClient(new HttpClientHandler
        {
            // A redirect could carry the license key to another server.
            AllowAutoRedirect = false,
            DefaultProxyCredentials = CredentialCache.DefaultCredentials,
        })
        {
            Timeout = TimeSpan.FromSeconds(10),
            // Far above the longest list of revocations. What else may answer has no end to fill the memory with.
            MaxResponseContentBufferSize = 32 * 1024 * 1024,
        };

        public async Task<HttpReply> SendAsync(Uri address, string json, string authorization)
        {
            using (var request = new HttpRequestMessage(json == null ? HttpMethod.Get : HttpMethod.Post, address))
            {
                if (json != null) request.Content = new StringContent(json, Encoding.UTF8, "application/json");
                if (authorization != null) request.Headers.TryAddWithoutValidation("Authorization", authorization);
                using (var response = await http.SendAsync(request).ConfigureAwait(false))
                {
                    var body = await response.Content.ReadAsStringAsync().ConfigureAwait(false);
                    IEnumerable<string> values;
                    var header = response.Headers.TryGetValues("Retry-After", out values) ? string.Join("", values) : null;
                    return new HttpReply { Status = (int)response.StatusCode, Body = body, RetryAfterSeconds = SecondsOf(header) };
                }
            }
        }

        /// <summary>Of a Retry-After header, in seconds or as a date; 0 for anything else.</summary>
        public static int SecondsOf(string retryAfter)
        {
            int seconds;
            if (int.TryParse(retryAfter, NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite, CultureInfo.InvariantCulture, out seconds)) return seconds;
            DateTime date;
            var isDate = DateTime.TryParse(retryAfter, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out date);
            var left = isDate ? (date - DateTime.UtcNow).TotalSeconds : 0;
            return left > 0 && left < int.MaxValue ? (int)left + 1 : 0;
        }
    }
}
