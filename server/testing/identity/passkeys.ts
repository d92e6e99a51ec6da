import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { passkeys, type CreationOptions, type RequestOptions } from '#contract/identity/passkeys.ts'
import type { Database } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { PASSWORD, db, platform, stranger, untilOneWaits, type Person } from '#server/testing/testing.ts'

const encoded = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')

/** 'Windows Hello' */
const AAGUID = '08987058cadc4b81b6e130de50dcbe96'

const [USER_PRESENT, USER_VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

type Encodable = Parameters<typeof isoCBOR.encode>[0]

type Behavior = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  type?: string
  /** Of a new credential. */
  attestation?: [format: string, statement: Map<string, Encodable>]
}

/** An authenticator in software, with one passkey. */
export function makeAuthenticator(id = randomBytes(32)) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = { id: encoded(id), rawId: encoded(id), type: 'public-key' as const }
  let userHandle = ''

  const clientData = (type: string, challenge: string, { origin = platform.config.publicUrl }: Behavior) =>
    JSON.stringify({ type, challenge, origin: new URL(origin).origin, crossOrigin: false })

  function authenticatorData(rpId: string, flags: number, { isVerified = true, counter = 0 }: Behavior) {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    const verified = isVerified ? USER_VERIFIED : 0
    return Buffer.concat([sha256(rpId), Buffer.from([flags | USER_PRESENT | verified]), counted])
  }

  const coseKey = () =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )

  return {
    id: credential.id,
    create({ challenge, rp, user }: Request, behavior: Behavior = {}) {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.from(AAGUID, 'hex'), length, id, coseKey()])
      const [format, statement] = behavior.attestation ?? ['none', new Map<string, Encodable>()]
      const data = Buffer.concat([authenticatorData(behavior.rpId ?? rp.id, ATTESTED, behavior), attested])
      const attestation = new Map<string, Encodable>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(data)],
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: encoded(clientData(behavior.type ?? 'webauthn.create', challenge, behavior)),
          attestationObject: encoded(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge, rpId }: RequestOptions, behavior: Behavior = {}) {
      const data = authenticatorData(behavior.rpId ?? rpId, 0, behavior)
      const client = clientData(behavior.type ?? 'webauthn.get', challenge, behavior)
      const signature = createSign('sha256').update(data).update(sha256(client)).sign(privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(data),
          signature: encoded(signature),
          userHandle,
        },
      }
    },
  }
}

type Request = Pick<CreationOptions, 'challenge'> & { rp: { id: string }; user: { id: string } }

export type Authenticator = ReturnType<typeof makeAuthenticator>

/** `code`: with two-factor authentication. */
export async function addPasskeyOf({ call }: Person, code?: string) {
  const authenticator = makeAuthenticator()
  const { body: options } = await call(passkeys.creationOptions, {
    body: { password: PASSWORD, ...(code && { code }) },
  })
  const { body: passkey } = await call(passkeys.add, { body: { credential: authenticator.create(options) } })
  return { authenticator, passkey }
}

/** From a browser without a session. */
export async function signInWith(authenticator: Authenticator, behavior?: Behavior) {
  const visitor = stranger()
  const { body: options } = await visitor.call(passkeys.signInOptions)
  return visitor.call(passkeys.signIn, { body: { credential: authenticator.sign(options, behavior) } })
}

/** Changes something about the user while the call waits for the user's row. */
export const whileWaiting = async <Result>(
  userId: string,
  call: () => Promise<Result>,
  change: (tx: Database, userId: string) => Promise<unknown>,
) => {
  const { running } = await db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for('update')
    const begun = { running: call() }
    await untilOneWaits()
    await change(tx, userId)
    return begun
  })
  return running
}
