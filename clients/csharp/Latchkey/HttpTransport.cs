using System;
using System.Collections.Generic;
using System.Globalization;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey
{
    /// <summary>Response to a request.</summary>
    public sealed class HttpReply
    {
        public int Status { get; set; }
        public string Body { get; set; }

        /// <summary>From the Retry-After header; 0 without one.</summary>
        public int RetryAfterSeconds { get; set; }
    }

    /// <summary>Sends HTTP requests. May throw any exception: LatchkeyClient treats it as no answer.</summary>
    public interface IHttpTransport
    {
        /// <param name="json">Body of a POST; null for a GET.</param>
        /// <param name="authorization">Value of the Authorization header, or null.</param>
        Task<HttpReply> SendAsync(Uri address, string json, string authorization);
    }

    /// <summary>Sends requests with HttpClient, through the proxy of Windows and as the current user. Create one per application.</summary>
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
            // Far longer than any revocation list. Another server could send an endless response.
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
                    return new HttpReply { Status = (int)response.StatusCode, Body = body, RetryAfterSeconds = ParseRetryAfter(header) };
                }
            }
        }

        /// <summary>Parses a Retry-After header. Returns seconds; 0 if it is missing or invalid.</summary>
        public static int ParseRetryAfter(string retryAfter)
        {
            double seconds;
            const NumberStyles Digits = NumberStyles.AllowLeadingWhite | NumberStyles.AllowTrailingWhite;
            if (double.TryParse(retryAfter, Digits, CultureInfo.InvariantCulture, out seconds)) return (int)Math.Min(seconds, int.MaxValue);
            DateTime date;
            var isDate = DateTime.TryParse(retryAfter, CultureInfo.InvariantCulture, DateTimeStyles.AdjustToUniversal, out date);
            var left = isDate ? (date - DateTime.UtcNow).TotalSeconds : 0;
            return left > 0 ? (int)Math.Min(left + 1, int.MaxValue) : 0;
        }
    }
}
