import { isAdmin, isOrganizationAdmin, isStaff, type Role } from '#contract/roles.ts'

export type ScreenAccess = 'everyone' | 'signed-in' | 'org-admin' | 'staff' | 'admin'

const predicates: Record<ScreenAccess, (role: Role) => boolean> = {
  everyone: () => true,
  'signed-in': () => true,
  'org-admin': isOrganizationAdmin,
  staff: isStaff,
  admin: isAdmin,
}

export const canOpen = (access: ScreenAccess, role: Role) => predicates[access](role)
