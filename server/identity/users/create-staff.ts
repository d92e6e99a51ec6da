import { STAFF_LINK_HOURS, type StaffDraft } from '#contract/identity/users.ts'
import { usernameProblem } from '#contract/names.ts'
import type { Database } from '#server/database/database.ts'
import { hashPassword } from '#server/identity/session/passwords/hashing.ts'
import { issueLink } from '#server/identity/session/registration/links.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { newToken } from '#server/platform/hashing.ts'
import { insertStaff, type NewStaff } from './queries.ts'

/** A hash for who has yet to choose a password: nobody knows what it is of. Slow, so make it before the transaction. */
export const unknownPassword = () => hashPassword(newToken())

/** Makes one of the vendor's own people, and the token of the link that sets the password. Nothing where the address is taken. */
export async function createStaff(tx: Database, actor: Actor, staff: StaffDraft & Pick<NewStaff, 'passwordHash'>) {
  const made = await insertUnderFreeName(tx, staff)
  if (!made) return
  const token = await issueLink(tx, { userId: made.id, purpose: 'password-reset', minutes: STAFF_LINK_HOURS * 60 })
  await audit(tx, actor, {
    action: 'user.created',
    subject: { kind: 'user', id: made.id },
    changes: { email: [null, staff.email], role: [null, staff.role] },
  })
  return { id: made.id, token }
}

/** Made of what is before the @. The last one is free whatever others are called. */
async function insertUnderFreeName(tx: Database, staff: Omit<NewStaff, 'username'>) {
  const [before = '', domain = ''] = staff.email.split('@').map(asUsername)
  const names = [before, `${before}.${domain}`, `${before.slice(0, 40) || 'user'}-${newToken().slice(0, 8)}`]
  for (const username of names.filter(isUsername)) {
    const made = await insertStaff(tx, { ...staff, username })
    if (made) return made
  }
}

const asUsername = (text: string) => text.normalize('NFKD').replace(/[^a-z0-9._-]/gi, '')

const isUsername = (name: string) => usernameProblem(name) === undefined
