// TEST CODE. Declares the parts of BouncyCastle.Cryptography that the client uses: no machine of ours has it.

namespace Org.BouncyCastle.Crypto.Parameters
{
    internal sealed class Ed25519PublicKeyParameters
    {
        public Ed25519PublicKeyParameters(byte[] buffer, int offset) { }
    }
}

namespace Org.BouncyCastle.Crypto.Signers
{
    using Org.BouncyCastle.Crypto.Parameters;

    internal sealed class Ed25519Signer
    {
        public void Init(bool forSigning, Ed25519PublicKeyParameters parameters) { }
        public void BlockUpdate(byte[] buffer, int offset, int length) { }
        public bool VerifySignature(byte[] signature) { throw new System.NotSupportedException(); }
    }
}
