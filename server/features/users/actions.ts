import type { User } from '#contract/user.ts'
import { canActivate } from '#contract/users.ts'
import { activateOrganization } from '#server/features/organizations/actions.ts'
import { accountActivated } from '#server/features/session/letters.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { lockUser, setStatus } from './queries.ts'

/** The sales approval. The account, its organization and the mail that says so change together; repeating it does nothing. */
export const activateUser = ({ db, config, mailer }: Platform, actor: Actor, id: string): Promise<User> =>
  db.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw notFound('User')
    if (user.status === 'active') return user
    if (!canActivate(user)) throw conflict(`A user who is ${user.status} cannot be activated.`)
    await setStatus(tx, id, 'active')
    if (user.organizationId) await activateOrganization(tx, user.organizationId)
    await mailer.queue(tx, accountActivated({ config, to: user.email, firstName: user.firstName }))
    await audit(tx, actor, {
      action: 'user.activated',
      organizationId: user.organizationId,
      subject: { kind: 'user', id },
      changes: { status: [user.status, 'active'] },
    })
    return { ...user, status: 'active' }
  })
