import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type * as z from 'zod/mini'
import { FILE_DAYS, OFFLINE_DAYS, type PublicKey } from '#contract/licensing/license-files.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  addMissingKeys,
  countLiveKeys,
  insertKey,
  lockKeys,
  promoteKey,
  retireKey,
  selectCurrentKey,
  selectTrustedKeys,
  type NewKey,
} from './queries.ts'

/** Where the keys are kept, and what keeps their private halves from whoever reads the database. */
export type KeyStore = Pick<Platform, 'db' | 'seal'>

/** Days after which no file can hold that a key has signed: the longest one, its grace, and a day for a process that is slow to learn. */
const LONGEST_FILE_DAYS = OFFLINE_DAYS.max + FILE_DAYS.grace + 1

/** Named after its public half, so that no two keys ever share a name. */
function newKey({ seal }: KeyStore, status: 'current' | 'next'): NewKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    kid: `k${sha256(raw).toString('hex').slice(0, 8)}`,
    status,
    publicKey: raw.toString('base64'),
    privateKey: seal.seal(privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')),
  }
}

/** Both live keys, made by whichever process asks first. */
async function ensureKeys(store: KeyStore) {
  if ((await countLiveKeys(store.db)) < 2)
    await addMissingKeys(store.db, [newKey(store, 'current'), newKey(store, 'next')])
}

export type CurrentKey = { kid: string; privateKey: KeyObject }

/** The key that signs today. */
export async function readCurrentKey(store: KeyStore): Promise<CurrentKey> {
  await ensureKeys(store)
  const { kid, privateKey } = await selectCurrentKey(store.db)
  const key = Buffer.from(store.seal.open(privateKey ?? ''), 'base64')
  return { kid, privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }) }
}

/** Everything that a file may still be signed with, today's first. */
export async function readPublicKeys(store: KeyStore) {
  await ensureKeys(store)
  return (await selectTrustedKeys(store.db)).map(publish)
}

/** The same with a tag that changes with them. Shared by all who ask at the same moment. */
export const createKeyList = (store: KeyStore) =>
  shareReading(async () => {
    const keys = await readPublicKeys(store)
    return { keys, etag: `"${sha256(JSON.stringify(keys)).toString('base64url')}"` }
  })

const publish = (key: Pick<z.infer<typeof PublicKey>, 'kid' | 'publicKey' | 'status' | 'notAfter'>) => ({
  ...key,
  alg: 'Ed25519' as const,
  pem: pemOf(key.publicKey),
})

function pemOf(publicKey: string) {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return key.export({ format: 'pem', type: 'spki' }).toString()
}

/** The next key signs from now on, another one is published to be the next, and of the old one only its public half is left. */
export const rotateKeys = ({ db, seal }: KeyStore, actor: Actor) =>
  db.transaction(async (tx) => {
    await lockKeys(tx)
    await ensureKeys({ db: tx, seal })
    const retired = await retireKey(tx, LONGEST_FILE_DAYS)
    const current = await promoteKey(tx)
    const next = await insertKey(tx, newKey({ db: tx, seal }, 'next'))
    const changes = { current: [retired.kid, current.kid], next: [current.kid, next.kid] } satisfies Changes
    await audit(tx, actor, { action: 'signing-key.rotated', changes })
    return { retired: publish(retired), current: publish(current), next: publish(next) }
  })

type Changes = Record<string, [string, string]>
