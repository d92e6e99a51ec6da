import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const hex = (text: string) => Buffer.from(text, 'hex')
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const text = (words: string) => der(0x0c, Buffer.from(words))
const nameOf = (words: string) => sequence(der(0x31, sequence(hex('0603550403'), text(words))))
const time = (day: string) => der(0x18, Buffer.from(`${day.replaceAll('-', '')}000000Z`))

const ECDSA_SHA256 = sequence(hex('06082a8648ce3d040302'))
const IS_AUTHORITY = sequence(hex('0603551d13'), hex('0101ff'), der(0x04, sequence(hex('0101ff'))))
const alternative = (host: string) => sequence(hex('0603551d11'), der(0x04, sequence(der(0x82, Buffer.from(host)))))

type Issuer = { name: string; key: KeyObject }
type Facts = { name: string; until?: string; issuer?: Issuer }

/** A certificate for a host name, with its key. Without an issuer it is self-signed, and an authority. */
export function makeCertificate({ name, until = '2999-01-01', issuer }: Facts) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signer = issuer ?? { name, key: privateKey }
  const facts = sequence(
    der(0xa0, hex('020102')),
    der(0x02, Buffer.concat([hex('01'), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(signer.name),
    sequence(time('2020-01-01'), time(until)),
    nameOf(name),
    publicKey.export({ format: 'der', type: 'spki' }),
    der(0xa3, sequence(...(issuer ? [] : [IS_AUTHORITY]), alternative(name))),
  )
  const signature = der(0x03, hex('00'), sign('sha256', facts, signer.key))
  const body = sequence(facts, ECDSA_SHA256, signature).toString('base64')
  const cert = `-----BEGIN CERTIFICATE-----\n${body.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
  return { name, cert, key: privateKey, pem: privateKey.export({ format: 'pem', type: 'pkcs8' }) }
}
