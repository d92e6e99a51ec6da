import type { User } from '#contract/identity/session.ts'
import { aboutUser } from '#server/domain/users.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { notFound } from '#server/platform/http/errors.ts'
import type { Sources } from '#server/platform/platform.ts'
import { findAccount } from './account-queries.ts'
import { listsOf } from './export-queries.ts'

/** The file of a user's data. The download is audited. 404 if missing. */
export async function exportPersonalData({ db, reports }: Sources, actor: Actor, id: User['id']) {
  const found = await findAccount(db, id)
  if (!found) throw notFound('User')
  const { account, exportedAt, organizationId } = found
  await audit(db, actor, { action: 'user.data-exported', ...aboutUser({ id, organizationId }) })
  return {
    fileName: `personal-data-${account.username}.json`,
    fields: { exportedAt, account },
    lists: listsOf(reports, account),
  }
}
