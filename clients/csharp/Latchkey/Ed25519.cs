namespace Latchkey
{
    /// <summary>
    /// Verifies Ed25519 signatures, which .NET doesn't include. BouncyCastleEd25519 is an implementation; libsodium and CNG in later
    /// versions of Windows work too.
    /// </summary>
    public interface IEd25519
    {
        /// <summary>Whether the signature matches the message and the public key (32 bytes). An exception counts as false.</summary>
        bool Verify(byte[] publicKey, byte[] message, byte[] signature);
    }
}
