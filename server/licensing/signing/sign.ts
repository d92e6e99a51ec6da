import { sign as signBytes } from 'node:crypto'
import {
  signedText,
  type LICENSE_FILE,
  type REVOCATION_LIST,
  type SignedFile,
} from '#contract/licensing/license-files.ts'
import { remember } from '#server/database/shared-reading.ts'
import { readCurrentKey, type CurrentKey, type KeyStore } from './signing-keys.ts'

type Kind = typeof LICENSE_FILE | typeof REVOCATION_LIST

/** Milliseconds for which a process caches the current key. After that, all processes know a rotation. */
const FRESH = 5000

/** Signs with the current key, read from the database every few seconds. */
export function createFileSigner(store: KeyStore, clock?: () => number) {
  const currentKey = remember(() => readCurrentKey(store), FRESH, clock)
  return {
    kid: async () => (await currentKey()).kid,
    sign: async (kind: Kind, payload: object) => seal(await currentKey(), kind, payload),
  }
}
export type FileSigner = ReturnType<typeof createFileSigner>

/** The encoded text is signed, so that JSON formatting does not matter. */
function seal({ kid, privateKey }: CurrentKey, kind: Kind, payload: object): SignedFile {
  const enc = Buffer.from(JSON.stringify(payload)).toString('base64')
  const sig = signBytes(null, Buffer.from(signedText(kind, { kid, enc })), privateKey).toString('base64')
  return { v: 1, kid, alg: 'ed25519', enc, sig }
}
