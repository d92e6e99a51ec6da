namespace Latchkey
{
    /// <summary>
    /// The one thing that neither .NET Framework nor .NET brings along. BouncyCastleEd25519 is the usual implementation;
    /// libsodium or CNG of a later Windows do as well.
    /// </summary>
    public interface IEd25519
    {
        /// <summary>Whether this is the signature of the message by the 32 bytes of this public key. Must not throw.</summary>
        bool Verify(byte[] publicKey, byte[] message, byte[] signature);
    }
}
