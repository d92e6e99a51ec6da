using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Crypto.Signers;

namespace Latchkey
{
    /// <summary>Verifies Ed25519 signatures with the package BouncyCastle.Cryptography.</summary>
    public sealed class BouncyCastleEd25519 : IEd25519
    {
        public bool Verify(byte[] publicKey, byte[] message, byte[] signature)
        {
            if (publicKey.Length != 32 || signature.Length != 64) return false;
            var signer = new Ed25519Signer();
            signer.Init(false, new Ed25519PublicKeyParameters(publicKey, 0));
            signer.BlockUpdate(message, 0, message.Length);
            return signer.VerifySignature(signature);
        }
    }
}
