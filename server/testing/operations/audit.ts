import { audit as endpoints } from '#contract/operations/audit.ts'
import { auditLog } from '#server/database/schema/audit.ts'
import { db, type Person } from '#server/testing/testing.ts'

type Row = Partial<typeof auditLog.$inferInsert>

export const addEntry = (organizationId: string | null, row: Row = {}) =>
  db.insert(auditLog).values({ organizationId, actorKind: 'user', action: 'license.created', ...row })

export const by = ({ user }: Person, ip = '198.51.100.7') => ({
  actorId: user.id,
  actorName: `${user.firstName} ${user.lastName}`,
  ip,
})

export const list = (person: Person, query: object = {}) => person.call(endpoints.list, { query })
export const csv = async (person: Person, query: object = {}) =>
  String((await person.call(endpoints.export, { query })).body)
