import { randomInt } from 'node:crypto'
import { BACKUP_CODES, INVALID_CODE } from '#contract/identity/mfa.ts'
import type { Database } from '#server/database/database.ts'
import { sha256 } from '#server/platform/hashing.ts'
import type { SessionUser } from '#server/platform/http/access.ts'
import { badRequest } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import {
  deleteBackupCodes,
  deleteSecret,
  findSecret,
  hasBackupCode,
  insertBackupCodes,
  replaceSecret,
  takeBackupCode,
  takeStep,
} from './queries.ts'
import { newSecret, stepOf } from './totp.ts'

/** Crockford's: no I, L, O or U. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 120 bits each: whoever reads the hashes cannot try them all. Codes from before had ten characters and stay good until they are replaced. */
const BACKUP_LENGTH = 24
const BACKUP_GROUP = /.{6}(?=.)/g

/** A transaction, and what makes the secrets in it readable. */
type Sealed = { tx: Database } & Pick<Platform, 'seal'>

const typedIn = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

/** A backup code of today's length. Six digits can be guessed, and so could ten characters by those who have years. */
export const isUnguessable = (code: string) => typedIn(code).length === BACKUP_LENGTH

/** Takes a code of either kind, which is then used up. False when it is wrong or was used before. */
export async function takeCode(sealed: Sealed, userId: string, code: string) {
  const typed = typedIn(code)
  if (/^\d{6}$/.test(typed)) return takeAppCode(sealed, userId, typed)
  return Boolean(await takeBackupCode(sealed.tx, userId, hashOf(userId, typed)))
}

/** Whether `takeCode` would find this code, used before or not. Changes and locks nothing. */
export async function isRightCode({ tx, seal }: Sealed, userId: string, code: string) {
  const typed = typedIn(code)
  if (!/^\d{6}$/.test(typed)) return hasBackupCode(tx, userId, hashOf(userId, typed))
  const found = await findSecret(tx, userId)
  return found !== undefined && stepOf(seal.open(found.secret), typed, found.seconds) !== null
}

/**
 * Does what takes a code of the signed-in user, which `change` looks at: undefined says that it was wrong. Counts the guess before
 * that, for this session alone: others cannot use it up.
 */
export async function withGuess<Result>(
  { db, limits }: Platform,
  { sessionId }: Pick<SessionUser, 'sessionId'>,
  change: (tx: Database) => Promise<Result | undefined>,
) {
  await limits.spend('second factor by session', sessionId)
  const result = await db.transaction(change)
  if (result === undefined) throw badRequest(INVALID_CODE, { code: INVALID_CODE })
  await limits.giveBack('second factor by session', sessionId)
  return result
}

/** Takes a code of the authenticator app only. */
export async function takeAppCode({ tx, seal }: Sealed, userId: string, code: string) {
  const found = await findSecret(tx, userId)
  const step = found && stepOf(seal.open(found.secret), code.replace(/\s/g, ''), found.seconds)
  return Boolean(step && (await takeStep(tx, userId, step)))
}

/** A secret that counts once a code has confirmed it. */
export async function startSecondFactor({ tx, seal }: Sealed, userId: string) {
  const secret = newSecret()
  await replaceSecret(tx, userId, seal.seal(secret))
  return secret
}

export async function removeSecondFactor(tx: Database, userId: string) {
  await deleteSecret(tx, userId)
  await deleteBackupCodes(tx, userId)
}

/** A new set in place of the old one. Give it away once. */
export async function renewBackupCodes(tx: Database, userId: string) {
  const codes = Array.from({ length: BACKUP_CODES }, newBackupCode)
  await deleteBackupCodes(tx, userId)
  await insertBackupCodes(
    tx,
    userId,
    codes.map((code) => hashOf(userId, code)),
  )
  return codes.map((code) => code.replace(BACKUP_GROUP, '$&-'))
}

const newBackupCode = () =>
  Array.from({ length: BACKUP_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** Letters that look like digits count as those. The user in the hash keeps one guess from meaning everybody. */
const hashOf = (userId: string, typed: string) =>
  sha256(`${userId} ${typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`)
