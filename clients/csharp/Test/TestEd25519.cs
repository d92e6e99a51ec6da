using System;
using System.Numerics;
using System.Security.Cryptography;

namespace Latchkey.Test
{
    /// <summary>
    /// TEST CODE. Ed25519 as RFC 8032 writes it down, slow and in variable time, so that the vectors can be run without a
    /// package. Ship BouncyCastleEd25519.
    /// </summary>
    internal sealed class TestEd25519 : IEd25519
    {
        private static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
        private static readonly BigInteger L = BigInteger.Pow(2, 252) + BigInteger.Parse("27742317777372353535851937790883648493");
        private static readonly BigInteger D = Mod(-121665 * Inverse(121666));
        private static readonly BigInteger RootOfMinusOne = BigInteger.ModPow(2, (P - 1) / 4, P);
        private static readonly Point Base = Point.WithY(Mod(4 * Inverse(5)), false);

        public bool Verify(byte[] publicKey, byte[] message, byte[] signature)
        {
            if (publicKey.Length != 32 || signature.Length != 64) return false;
            var r = Slice(signature, 0);
            var a = Point.Decode(publicKey);
            var pointR = Point.Decode(r);
            var s = Number(Slice(signature, 32));
            if (a == null || pointR == null || s >= L) return false;
            using (var sha512 = SHA512.Create())
            {
                var hash = sha512.ComputeHash(Join(r, publicKey, message));
                var left = Base.Times(s);
                var right = pointR.Plus(a.Times(Number(hash) % L));
                return left.Equals(right);
            }
        }

        private sealed class Point
        {
            private readonly BigInteger x, y, z, t;

            private Point(BigInteger x, BigInteger y, BigInteger z, BigInteger t)
            {
                this.x = x;
                this.y = y;
                this.z = z;
                this.t = t;
            }

            public static Point Decode(byte[] bytes)
            {
                var copy = (byte[])bytes.Clone();
                var isOdd = (copy[31] & 0x80) != 0;
                copy[31] &= 0x7f;
                var y = Number(copy);
                return y >= P ? null : WithY(y, isOdd);
            }

            public static Point WithY(BigInteger y, bool isOdd)
            {
                var square = Mod((y * y - 1) * Inverse(D * y * y + 1));
                var x = BigInteger.ModPow(square, (P + 3) / 8, P);
                if (Mod(x * x - square) != 0) x = Mod(x * RootOfMinusOne);
                if (Mod(x * x - square) != 0 || (x.IsZero && isOdd)) return null;
                if (x.IsEven == isOdd) x = P - x;
                return new Point(x, y, 1, Mod(x * y));
            }

            public Point Plus(Point other)
            {
                var a = (y - x) * (other.y - other.x);
                var b = (y + x) * (other.y + other.x);
                var c = 2 * t * other.t * D;
                var d = 2 * z * other.z;
                BigInteger e = Mod(b - a), f = Mod(d - c), g = Mod(d + c), h = Mod(b + a);
                return new Point(Mod(e * f), Mod(g * h), Mod(f * g), Mod(e * h));
            }

            public Point Times(BigInteger factor)
            {
                var result = new Point(0, 1, 1, 0);
                var addend = this;
                for (; factor > 0; factor >>= 1)
                {
                    if (!factor.IsEven) result = result.Plus(addend);
                    addend = addend.Plus(addend);
                }
                return result;
            }

            public bool Equals(Point other)
            {
                return Mod(x * other.z - other.x * z).IsZero && Mod(y * other.z - other.y * z).IsZero;
            }
        }

        private static BigInteger Mod(BigInteger value)
        {
            var rest = value % P;
            return rest < 0 ? rest + P : rest;
        }

        private static BigInteger Inverse(BigInteger value)
        {
            return BigInteger.ModPow(Mod(value), P - 2, P);
        }

        /// <summary>Little-endian and never negative.</summary>
        private static BigInteger Number(byte[] bytes)
        {
            return new BigInteger(Join(bytes, new byte[1]));
        }

        private static byte[] Slice(byte[] bytes, int start)
        {
            var slice = new byte[32];
            Array.Copy(bytes, start, slice, 0, 32);
            return slice;
        }

        private static byte[] Join(params byte[][] parts)
        {
            var length = 0;
            foreach (var part in parts) length += part.Length;
            var joined = new byte[length];
            var at = 0;
            foreach (var part in parts)
            {
                part.CopyTo(joined, at);
                at += part.Length;
            }
            return joined;
        }
    }
}
