import type { Database } from '#server/database/database.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict } from '#server/platform/errors.ts'
import { hashPassword } from '#server/platform/passwords.ts'
import { newToken, sha256 } from '#server/platform/tokens.ts'
import { findNames, insertAdmin, insertPasswordLink } from './queries.ts'

/** How long the link of a new admin is good for. */
export const ADMIN_LINK_HOURS = 24

type Admin = { email: string; firstName: string; lastName: string }

/** Makes an admin whose password nobody knows, and answers the token of the link that sets one. */
export async function createAdmin(db: Database, actor: Actor, admin: Admin) {
  const token = newToken()
  const passwordHash = await hashPassword(newToken())
  await db.transaction(async (tx) => {
    const username = await chooseUsername(tx, admin.email)
    const { id } = await insertAdmin(tx, { ...admin, username, passwordHash })
    await insertPasswordLink(tx, { userId: id, tokenHash: sha256(token), hours: ADMIN_LINK_HOURS })
    await audit(tx, actor, {
      action: 'user.created',
      subject: { kind: 'user', id },
      changes: { email: [null, admin.email], role: [null, 'admin'] },
    })
  })
  return token
}

/** What stands before the @, or the whole address where somebody goes by that already. */
async function chooseUsername(tx: Database, email: string) {
  const [username = email] = email.split('@')
  const taken = await findNames(tx, { email, username })
  if (taken.some((name) => name.email === email.toLowerCase()))
    throw conflict(`There is a user with the address ${email}.`)
  return taken.length > 0 ? email : username
}
