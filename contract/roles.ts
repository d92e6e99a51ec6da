import * as z from 'zod/mini'

export const Role = z.enum(['admin', 'agent', 'org_admin', 'customer'])
export type Role = z.infer<typeof Role>

/** Staff see all tickets and the overview. */
export const isStaff = (role: Role) => role === 'admin' || role === 'agent'

export const isAdmin = (role: Role) => role === 'admin'

/** May create, rename, assign and delete licenses and cancel the subscription. */
export const isOrganizationAdmin = (role: Role) => role === 'admin' || role === 'org_admin'

/** As people call themselves: 'Administrator' of an organization, 'Admin' of the vendor. */
export const roleTitle = (role: Role) =>
  ({ admin: 'Admin', agent: 'Agent', org_admin: 'Administrator', customer: 'Member' })[role]

/** 'org_admin' → 'org admin' */
export const roleName = (role: Role) => role.replace('_', ' ')
