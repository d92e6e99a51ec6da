// TEST CODE. Declares the parts of System.Net.Http that the client uses: not every machine with a C# compiler has it.

namespace System.Net.Http
{
    using System.Collections.Generic;
    using System.Text;
    using System.Threading.Tasks;

    internal sealed class HttpClientHandler
    {
        public bool AllowAutoRedirect { get; set; }
        public ICredentials DefaultProxyCredentials { get; set; }
    }

    internal sealed class HttpClient
    {
        public HttpClient(HttpClientHandler handler) { }
        public TimeSpan Timeout { get; set; }
        public long MaxResponseContentBufferSize { get; set; }
        public Task<HttpResponseMessage> SendAsync(HttpRequestMessage request) { throw new NotSupportedException(); }
    }

    internal sealed class HttpMethod
    {
        public static readonly HttpMethod Get = new HttpMethod(), Post = new HttpMethod();
    }

    internal sealed class HttpRequestMessage : IDisposable
    {
        public HttpRequestMessage(HttpMethod method, Uri address) { }
        public StringContent Content { get; set; }
        public HttpHeaders Headers { get { throw new NotSupportedException(); } }
        public void Dispose() { }
    }

    internal sealed class HttpHeaders
    {
        public bool TryAddWithoutValidation(string name, string value) { throw new NotSupportedException(); }
        public bool TryGetValues(string name, out IEnumerable<string> values) { throw new NotSupportedException(); }
    }

    internal sealed class StringContent
    {
        public StringContent(string text, Encoding encoding, string mediaType) { }
        public Task<string> ReadAsStringAsync() { throw new NotSupportedException(); }
    }

    internal sealed class HttpResponseMessage : IDisposable
    {
        public StringContent Content { get { throw new NotSupportedException(); } }
        public HttpHeaders Headers { get { throw new NotSupportedException(); } }
        public HttpStatusCode StatusCode { get { throw new NotSupportedException(); } }
        public void Dispose() { }
    }
}
