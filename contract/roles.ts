import * as z from 'zod/mini'

export const Role = z.enum(['admin', 'agent', 'org_admin', 'customer'])
export type Role = z.infer<typeof Role>

/** `org-admin` includes admins, `admin` only them. */
export type UserLevel = 'signed-in' | 'org-admin' | 'staff-or-org-admin' | 'staff' | 'admin'

export const ROLES_BY_LEVEL: Record<UserLevel, readonly Role[]> = {
  'signed-in': ['admin', 'agent', 'org_admin', 'customer'],
  'org-admin': ['admin', 'org_admin'],
  'staff-or-org-admin': ['admin', 'agent', 'org_admin'],
  staff: ['admin', 'agent'],
  admin: ['admin'],
}

export const hasLevel = (role: Role, level: UserLevel) => ROLES_BY_LEVEL[level].includes(role)

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
