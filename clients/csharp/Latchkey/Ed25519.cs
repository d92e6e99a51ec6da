namespace Latchkey
{
    /// <summary>
    /// Ed25519, which neither .NET Framework nor .NET includes. BouncyCastleEd25519 is the usual implementation; libsodium or CNG
    /// of a later Windows work too.
    /// </summary>
    public interface IEd25519
    {
        /// <summary>Whether this is the signature of the message by the 32 bytes of this public key. An exception counts as no.</summary>
        bool Verify(byte[] publicKey, byte[] message, byte[] signature);
    }
}
