import { sign as signBytes } from 'node:crypto'
import {
  signedText,
  type LICENSE_FILE,
  type REVOCATION_LIST,
  type SignedFile,
} from '#contract/licensing/license-files.ts'
import { readCurrentKey, type CurrentKey, type KeyStore } from './signing-keys.ts'

type Kind = typeof LICENSE_FILE | typeof REVOCATION_LIST

/** Milliseconds for which a process trusts that its key is still the current one: a rotation is known everywhere after that. */
const FRESH = 5000

/** Signs with the key that is current now. The database is asked once every few seconds, however many files are signed. */
export function createFileSigner(store: KeyStore, clock = () => performance.now()) {
  let key: Promise<CurrentKey> | undefined
  let readAt = 0

  function currentKey() {
    if (!key || clock() - readAt >= FRESH) {
      readAt = clock()
      const asked = readCurrentKey(store)
      key = asked
      // A database that did not answer is asked again by the next file.
      asked.catch(() => {
        if (key === asked) key = undefined
      })
    }
    return key
  }

  return {
    /** The name of the key that signs now. */
    kid: async () => (await currentKey()).kid,
    sign: async (kind: Kind, payload: object) => seal(await currentKey(), kind, payload),
  }
}
export type FileSigner = ReturnType<typeof createFileSigner>

/** What is signed is the encoded text, so that nobody has to agree on how JSON is written. */
function seal({ kid, privateKey }: CurrentKey, kind: Kind, payload: object): SignedFile {
  const enc = Buffer.from(JSON.stringify(payload)).toString('base64')
  const sig = signBytes(null, Buffer.from(signedText(kind, { kid, enc })), privateKey).toString('base64')
  return { v: 1, kid, alg: 'ed25519', enc, sig }
}
