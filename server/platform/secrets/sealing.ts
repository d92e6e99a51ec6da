import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { StartupError } from '#server/database/startup-error.ts'
import { sha256 } from '#server/platform/hashing.ts'

const SEALED = 'sealed:v1:'
const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

export type Seal = ReturnType<typeof createSeal>

type Settings = { secret?: string | undefined; previous?: string | undefined }

/**
 * Encrypts secrets that the server must read, so that a copy of the database alone is useless. Without SEALING_SECRET, values are stored as
 * they are, and remain readable with one. Also reads values of the previous secret.
 */
export function createSeal({ secret, previous }: Settings = {}) {
  const key = secret === undefined ? undefined : keyFrom(secret)
  const keys = [...(key ? [key] : []), ...(previous === undefined ? [] : [keyFrom(previous)])]

  /** Throws if another secret encrypted it. */
  function open(kept: string) {
    if (!kept.startsWith(SEALED)) return kept
    if (keys.length === 0) throw new StartupError(MISSING)
    for (const candidate of keys) {
      const text = unlock(candidate, kept)
      if (text !== undefined) return text
    }
    throw new StartupError(WRONG)
  }

  return {
    isOn: key !== undefined,
    /** Identifies the current secret without revealing it. */
    keyId: key && sha256(key).toString('hex').slice(0, 8),
    seal: (text: string) => (key ? lock(key, text) : text),
    open,
    /** True if the current secret encrypted it. */
    isCurrent: (kept: string) => key !== undefined && kept.startsWith(SEALED) && unlock(key, kept) !== undefined,
  }
}

const keyFrom = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', SEALED, 32))

function lock(key: Buffer, text: string) {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  const hidden = [cipher.update(text, 'utf8'), cipher.final()]
  return SEALED + Buffer.concat([nonce, cipher.getAuthTag(), ...hidden]).toString('base64')
}

/** Undefined if another key encrypted it, or it was changed. */
function unlock(key: Buffer, kept: string) {
  const bytes = Buffer.from(kept.slice(SEALED.length), 'base64')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final()
  } catch {
    return undefined
  }
}

const MISSING = 'The database contains sealed secrets. Set SEALING_SECRET to the value they were sealed with.'
const WRONG = 'SEALING_SECRET is not the value that the secrets in the database were sealed with.'
