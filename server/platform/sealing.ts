import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { StartupError } from './startup-error.ts'

const SEALED = 'sealed:v1:'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Seal = ReturnType<typeof createSeal>

/**
 * Makes what has to be kept readable to this server useless to whoever has only the database, or a backup of it. Without a
 * secret it is kept as it is, and what was kept so can still be read with one.
 */
export function createSeal(secret: string | undefined) {
  const key = secret && Buffer.from(hkdfSync('sha256', secret, '', SEALED, 32))

  function seal(text: string) {
    if (!key) return text
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, key, nonce)
    const hidden = [cipher.update(text, 'utf8'), cipher.final()]
    return SEALED + Buffer.concat([nonce, cipher.getAuthTag(), ...hidden]).toString('base64')
  }

  /** Throws when it was sealed with another secret. */
  function open(kept: string) {
    if (!kept.startsWith(SEALED)) return kept
    if (!key) throw new StartupError(MISSING)
    const bytes = Buffer.from(kept.slice(SEALED.length), 'base64')
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return finish(() => decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final())
  }

  return { seal, open }
}

const MISSING = 'The database holds secrets that were sealed: set SEALING_SECRET to what it was then.'
const WRONG = 'The setting SEALING_SECRET is not the one that the secrets in the database were sealed with.'

function finish(read: () => string) {
  try {
    return read()
  } catch (cause) {
    throw Object.assign(new StartupError(WRONG), { cause })
  }
}
