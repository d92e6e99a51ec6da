import { badRequest } from '#server/platform/errors.ts'
import { verifyPassword } from '#server/platform/passwords.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findPasswordHash } from './queries.ts'

const WRONG_PASSWORD = 'This is not your password.'

/** Whoever found an open browser is not its owner. A 401 would say that the session has ended: this is a field's error. */
export async function requirePassword(
  { db, limits }: Pick<Platform, 'db' | 'limits'>,
  userId: string,
  password: string,
  field = 'password',
) {
  await limits.spend('password by account', userId)
  const { passwordHash } = await findPasswordHash(db, userId)
  if (!(await verifyPassword(passwordHash, password))) throw wrongPassword(field)
  await limits.giveBack('password by account', userId)
  return passwordHash
}

export const wrongPassword = (field: string) => badRequest(WRONG_PASSWORD, { [field]: WRONG_PASSWORD })
