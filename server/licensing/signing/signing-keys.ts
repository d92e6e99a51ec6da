import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import type * as z from 'zod/mini'
import { FILE_DAYS, OFFLINE_DAYS, type PublicKey } from '#contract/licensing/license-files.ts'
import { shareReading } from '#server/database/shared-reading.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit, type Changes } from '#server/platform/audit.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { tagOf } from '#server/platform/http/answers/tags.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  addMissingKeys,
  countLiveKeys,
  insertKey,
  lockKeys,
  promoteKey,
  replaceLostKey,
  retireKey,
  selectCurrentKey,
  selectLiveKeys,
  selectTrustedKeys,
  type NewKey,
} from './queries.ts'

/** The database, and the encryption of private keys. */
export type KeyStore = Pick<Platform, 'db' | 'seal'>

/** Days for which a retired key is kept: the longest file, its grace, and a day for slow processes. */
const LONGEST_FILE_DAYS = OFFLINE_DAYS.max + FILE_DAYS.grace + 1

/** Named by its public half, so that names are unique. */
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

/** Creates the current and the next key if missing. */
async function ensureKeys(store: KeyStore) {
  if ((await countLiveKeys(store.db)) >= 2) return
  await replaceLostKey(store.db)
  await addMissing(store)
}

const addMissing = (store: KeyStore) => addMissingKeys(store.db, [newKey(store, 'current'), newKey(store, 'next')])

export type CurrentKey = { kid: string; privateKey: KeyObject }

export async function readCurrentKey(store: KeyStore): Promise<CurrentKey> {
  await ensureKeys(store)
  const { kid, privateKey } = await selectCurrentKey(store.db)
  const key = Buffer.from(store.seal.open(privateKey ?? ''), 'base64')
  return { kid, privateKey: createPrivateKey({ key, format: 'der', type: 'pkcs8' }) }
}

async function readPublicKeys(store: KeyStore) {
  await ensureKeys(store)
  return (await selectTrustedKeys(store.db)).map(publish)
}

/** With an ETag. Concurrent callers share one read. */
export const createKeyList = (store: KeyStore) =>
  shareReading(async () => {
    const keys = await readPublicKeys(store)
    return { keys, etag: tagOf(JSON.stringify(keys)) }
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

/**
 * The next key becomes current, a new next key is published, and the private half of the old one is deleted. Throws if `seal` can't read
 * the private halves: the servers could not sign with a key of it.
 */
export const rotateKeys = ({ db, seal }: KeyStore, actor: Actor) =>
  db.transaction(async (tx) => {
    await lockKeys(tx)
    // Not the replacement of a lost key: the next one would be retired at once.
    await addMissing({ db: tx, seal })
    for (const { privateKey } of await selectLiveKeys(tx)) seal.open(privateKey ?? '')
    const retired = await retireKey(tx, LONGEST_FILE_DAYS)
    const current = await promoteKey(tx)
    const next = await insertKey(tx, newKey({ db: tx, seal }, 'next'))
    const changes = { current: [retired.kid, current.kid], next: [current.kid, next.kid] } satisfies Changes
    await audit(tx, actor, { action: 'signing-key.rotated', changes })
    return { retired: publish(retired), current: publish(current), next: publish(next) }
  })
