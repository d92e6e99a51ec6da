import { randomInt } from 'node:crypto'
import { BACKUP_CODES, INVALID_CODE } from '#contract/identity/mfa.ts'
import { plainCode, type User } from '#contract/identity/session.ts'
import type { Database } from '#server/database/database.ts'
import { refuseProof } from '#server/identity/session/verified.ts'
import type { Actor } from '#server/platform/actor.ts'
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

/** 120 bits each, so that hashes cannot be brute-forced. Older codes have ten characters and remain valid until replaced. */
const BACKUP_LENGTH = 24
const BACKUP_GROUP = /.{6}(?=.)/g

type SecretAccess = { tx: Database } & Pick<Platform, 'seal'>

const typedIn = (code: string) => plainCode(code).toUpperCase()

/** A backup code of the current length. Six digits can be guessed, and ten characters within years. */
export const isUnguessable = (code: string) => typedIn(code).length === BACKUP_LENGTH

/** Uses up a code of either kind. False if it is wrong or was used. */
export async function takeCode(sealed: SecretAccess, userId: string, code: string) {
  const typed = typedIn(code)
  if (/^\d{6}$/.test(typed)) return takeAppCode(sealed, userId, typed)
  return Boolean(await takeBackupCode(sealed.tx, userId, hashOf(userId, typed)))
}

/** Completes a checked password: uses up a code where two-factor authentication is on. */
export const takeCodeIfOn = async (
  sealed: SecretAccess,
  { id, isMfaEnabled }: Pick<User, 'id' | 'isMfaEnabled'>,
  code = '',
) => !isMfaEnabled || takeCode(sealed, id, code)

/** Whether the code is right, used or not. Changes and locks nothing. */
export async function isRightCode({ tx, seal }: SecretAccess, userId: string, code: string) {
  const typed = typedIn(code)
  if (!/^\d{6}$/.test(typed)) return hasBackupCode(tx, userId, hashOf(userId, typed))
  const found = await findSecret(tx, userId)
  return found !== undefined && stepOf(seal.open(found.secret), typed, found.seconds) !== null
}

/**
 * Counts a guess of this session, then calls `change`, which checks the code and returns undefined if it is wrong. Other sessions have
 * their own count.
 */
export async function withGuess<Result>(
  { db, limits }: Platform,
  actor: Actor,
  { sessionId, ...user }: Pick<SessionUser, 'id' | 'sessionId' | 'organizationId'>,
  change: (tx: Database) => Promise<Result | undefined>,
) {
  await limits.spend('second factor by session', sessionId)
  const result = await db.transaction(change)
  if (result === undefined) {
    await refuseProof(db, actor, user, 'wrong code')
    throw badRequest(INVALID_CODE, { code: INVALID_CODE })
  }
  await limits.giveBack('second factor by session', sessionId)
  return result
}

export async function takeAppCode({ tx, seal }: SecretAccess, userId: string, code: string) {
  const found = await findSecret(tx, userId)
  const step = found && stepOf(seal.open(found.secret), typedIn(code), found.seconds)
  return Boolean(step && (await takeStep(tx, userId, step)))
}

export const setupIdOf = (secret: string) => sha256(secret).toString('base64url')

export async function isNewestSetup({ tx, seal }: SecretAccess, userId: string, setupId: string) {
  const found = await findSecret(tx, userId)
  return found !== undefined && setupIdOf(seal.open(found.secret)) === setupId
}

export async function startSecondFactor({ tx, seal }: SecretAccess, userId: string) {
  const secret = newSecret()
  await replaceSecret(tx, userId, seal.seal(secret))
  return secret
}

export async function removeSecondFactor(tx: Database, userId: string) {
  await deleteSecret(tx, userId)
  await deleteBackupCodes(tx, userId)
}

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

/** Letters that look like digits count as digits. The hash includes the user, so that one guess does not test all users. */
const hashOf = (userId: string, typed: string) =>
  sha256(`${userId} ${typed.replaceAll('O', '0').replaceAll(/[IL]/g, '1')}`)
