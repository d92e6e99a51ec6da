import { X509Certificate, createHash, verify } from 'node:crypto'
import type { FileSignature } from '#contract/releases/file-facts.ts'
import {
  Damaged,
  INTEGER,
  OCTETS,
  OID,
  SEQUENCE,
  SET,
  childAt,
  childrenOf,
  oidOf,
  readDer,
  slice,
  type Der,
} from './der.ts'
import type { Headers, ReadAt } from './portable-executable.ts'

const MAX_TABLE = 1_048_576
const PKCS = 2
const SIGNED_DATA = '1.2.840.113549.1.7.2'
const FILE_DIGEST = '1.3.6.1.4.1.311.2.1.4'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const FIRST = 0xa0

/** SHA-1 and MD5 are left out: Windows no longer trusts them. */
const HASHES: Record<string, string | undefined> = {
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Hashes the ranges of a file, one after the other, without holding them in memory. */
export type HashRanges = (algorithm: string, ranges: { start: number; end: number }[]) => Promise<Buffer>

type Reading = { readAt: ReadAt; hashRanges: HashRanges; size: number }

/** The signature of a program; null without one. Verifies neither the chain to a root, nor revocation, nor the time stamp. */
export async function readSignature(reading: Reading, headers: Headers): Promise<FileSignature | null> {
  const { offset, size } = headers.certificates
  if (size === 0) return null
  if (size > MAX_TABLE) throw new Damaged('A certificate table that is too large')
  const table = await reading.readAt(offset, size)
  if (slice(table, 0, 8).readUInt16LE(6) !== PKCS) throw new Damaged('A signature of another kind')
  const signed = parseSigned(slice(table, 8, Math.min(table.readUInt32LE(0), size) - 8))
  const isValid = isSignedByKey(signed) && (await isOfFile(reading, headers, signed))
  return { ...describe(signed.certificate), isValid }
}

type SignedData = ReturnType<typeof parseSigned>

function parseSigned(bytes: Buffer) {
  const message = readDer(bytes)
  if (oidOf(childAt(message, 0, OID)) !== SIGNED_DATA) throw new Damaged('No signed data')
  const parts = childrenOf(childAt(childAt(message, 1, FIRST), 0, SEQUENCE))
  const content = parts[2]
  const certificates = parts.find(({ tag }) => tag === FIRST)
  const signer = parts.at(-1)
  if (!content || !certificates || signer?.tag !== SET) throw new Damaged('No signer')
  if (oidOf(childAt(content, 0, OID)) !== FILE_DIGEST) throw new Damaged('No digest of a file')
  const digestInfo = childAt(childAt(content, 1, FIRST), 0, SEQUENCE)
  return { digestInfo, ...parseSigner(childAt(signer, 0, SEQUENCE), certificates) }
}

function parseSigner(signer: Der, certificates: Der) {
  const parts = childrenOf(signer)
  const [, id, algorithm, attributes] = parts
  const signature = parts.find(({ tag }) => tag === OCTETS)
  if (!id || !algorithm || attributes?.tag !== FIRST || !signature) throw new Damaged('An incomplete signer')
  const serial = childAt(id, 1, INTEGER)
    .content.toString('hex')
    .toUpperCase()
    .replace(/^(00)+/, '')
  const certificate = childrenOf(certificates)
    .map(({ whole }) => new X509Certificate(whole))
    .find(({ serialNumber }) => serialNumber.replace(/^(00)+/, '') === serial)
  if (!certificate) throw new Damaged('No certificate of the signer')
  return { certificate, hash: HASHES[oidOf(childAt(algorithm, 0, OID))], attributes, signature: signature.content }
}

/** Whether the certificate's key has signed the digest that the file claims. */
function isSignedByKey({ certificate, hash, attributes, signature, digestInfo }: SignedData) {
  if (!hash) return false
  const claimed = createHash(hash).update(digestInfo.content).digest()
  const attribute = childrenOf(attributes).find((one) => oidOf(childAt(one, 0, OID)) === MESSAGE_DIGEST)
  if (!attribute || !childAt(childAt(attribute, 1, SET), 0, OCTETS).content.equals(claimed)) return false
  const signed = Buffer.from(attributes.whole)
  signed[0] = SET
  return verify(hash, signed, certificate.publicKey, signature)
}

/** Whether the digest is that of the file without its checksum and its signature, which must be at its end. */
async function isOfFile({ hashRanges, size }: Reading, headers: Headers, { digestInfo }: SignedData) {
  const digest = childAt(digestInfo, 1, SEQUENCE)
  const hash = HASHES[oidOf(childAt(childAt(digest, 0, SEQUENCE), 0, OID))]
  const { checksumAt, certificatesAt, certificates } = headers
  if (!hash || certificates.offset + certificates.size !== size || certificates.offset < certificatesAt + 8)
    return false
  const ranges = [
    { start: 0, end: checksumAt },
    { start: checksumAt + 4, end: certificatesAt },
    { start: certificatesAt + 8, end: certificates.offset },
  ]
  return (await hashRanges(hash, ranges)).equals(childAt(digest, 1, OCTETS).content)
}

const MAX_NAME = 500

/** 'CN=Example, O=Example' on one line. */
const nameOf = (text: string) => text.split('\n').join(', ').replace(/\p{C}/gu, '').slice(0, MAX_NAME)

const describe = ({ subject, issuer, fingerprint, validFrom, validTo }: X509Certificate) => ({
  subject: nameOf(subject),
  issuer: nameOf(issuer),
  thumbprint: fingerprint.replaceAll(':', ''),
  notBefore: instantOf(validFrom),
  notAfter: instantOf(validTo),
})

const instantOf = (text: string) => (Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString())
