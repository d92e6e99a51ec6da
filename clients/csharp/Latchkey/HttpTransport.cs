using System;
using System.Net.Http;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey
{
    public sealed class HttpReply
    {
        public int Status { get; set; }
        public string Body { get; set; }
    }

    /// <summary>Sends one request. May throw whatever it likes: LatchkeyClient takes everything for 'no answer'.</summary>
    public interface IHttpTransport
    {
        /// <param name="json">Null for a GET.</param>
        /// <param name="authorization">The whole header, or null.</param>
        Task<HttpReply> SendAsync(Uri address, string json, string authorization);
    }

    /// <summary>One for the whole run of the application. Uses the proxy that Windows is set up with.</summary>
    public sealed class HttpTransport : IHttpTransport
    {
        // A redirect would carry the license key to somebody else.
        private readonly HttpClient http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false })
        {
            Timeout = TimeSpan.FromSeconds(10),
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
                    return new HttpReply { Status = (int)response.StatusCode, Body = body };
                }
            }
        }
    }
}
