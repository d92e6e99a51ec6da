using System;
using System.IO;
using System.Net;
using System.Text;
using System.Threading.Tasks;

namespace Latchkey.Test
{
    /// <summary>A store in memory that can be made to fail.</summary>
    internal sealed class MemoryStore : ILicensingStore
    {
        public string Kept = "";
        public bool FailsToRead, FailsToWrite, FailsToLock;

        public LicensingState Read(Action<string> warn)
        {
            if (FailsToRead) throw new UnauthorizedAccessException("Access is denied.");
            return LicensingState.FromJson(Kept);
        }

        public void Write(LicensingState state)
        {
            if (FailsToWrite) throw new IOException("There is not enough space on the disk.");
            Kept = state.ToJson();
        }

        public IDisposable TryLock()
        {
            if (FailsToLock) throw new UnauthorizedAccessException("Access is denied.");
            return new MemoryStream();
        }
    }

    internal sealed class WebRequestTransport : IHttpTransport
    {
        public bool IsDown { get; set; }

        /// <summary>Replaces the server's answers.</summary>
        public Func<HttpReply> Instead { get; set; }

        public Uri LastAddress { get; private set; }
        public string LastBody { get; private set; }

        public async Task<HttpReply> SendAsync(Uri address, string json, string authorization)
        {
            LastAddress = address;
            LastBody = json;
            if (IsDown) throw new WebException("The network is down.");
            if (Instead != null) return Instead();
            var request = (HttpWebRequest)WebRequest.Create(address);
            if (authorization != null) request.Headers["Authorization"] = authorization;
            if (json != null)
            {
                request.Method = "POST";
                request.ContentType = "application/json";
                var bytes = Encoding.UTF8.GetBytes(json);
                using (var stream = await request.GetRequestStreamAsync()) stream.Write(bytes, 0, bytes.Length);
            }
            using (var response = await ResponseOf(request))
            using (var reader = new StreamReader(response.GetResponseStream()))
            {
                return new HttpReply { Status = (int)response.StatusCode, Body = reader.ReadToEnd() };
            }
        }

        private static async Task<HttpWebResponse> ResponseOf(HttpWebRequest request)
        {
            try
            {
                return (HttpWebResponse)await request.GetResponseAsync();
            }
            catch (WebException error) when (error.Response != null)
            {
                return (HttpWebResponse)error.Response;
            }
        }
    }
}
