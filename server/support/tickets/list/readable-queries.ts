import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { SessionUser } from '#server/platform/http/access.ts'

export type Reader = Pick<SessionUser, 'id' | 'role' | 'organizationId'>

/** The actor is recorded. The reader decides which tickets there are. */
export type By = { actor: Actor; reader: Reader }

export type AskedReader = {
  id: string | SQLWrapper
  role: Reader['role']
  organizationId: string | SQLWrapper | null
}

/** Staff see all tickets, administrators their organization's, others their own. */
export function readableBy({ id, role, organizationId }: AskedReader): SQL | undefined {
  if (isStaff(role)) return undefined
  const own = eq(tickets.organizationId, organizationId ?? NO_ORGANIZATION)
  return role === 'org_admin' ? own : and(own, eq(tickets.userId, id))
}

/** An id without organization. */
const NO_ORGANIZATION = '00000000-0000-0000-0000-000000000000'
