import { and, eq, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isStaff } from '#contract/roles.ts'
import { tickets } from '#server/database/schema/support/tickets.ts'
import type { SessionUser } from '#server/platform/http/access.ts'

export type Reader = Pick<SessionUser, 'id' | 'role' | 'organizationId'>

/** Who they are may be told later, to a query that is prepared for all of a role. */
export type AskedReader = {
  id: string | SQLWrapper
  role: Reader['role']
  organizationId: string | SQLWrapper | null
}

/** Staff read every ticket, an org_admin its organization's, anyone else the own ones. */
export function readableBy({ id, role, organizationId }: AskedReader): SQL | undefined {
  if (isStaff(role)) return undefined
  const own = eq(tickets.organizationId, organizationId ?? NOBODY)
  return role === 'org_admin' ? own : and(own, eq(tickets.userId, id))
}

/** No organization has this id. */
const NOBODY = '00000000-0000-0000-0000-000000000000'
