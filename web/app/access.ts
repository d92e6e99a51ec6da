import { isAdmin, isOrganizationAdmin, isStaff, type Role } from '#contract/roles.ts'

/** Who may open a screen; the same levels as its endpoints declare. */
export type ScreenAccess = 'signed-in' | 'org-admin' | 'staff' | 'admin'

const predicates: Record<ScreenAccess, (role: Role) => boolean> = {
  'signed-in': () => true,
  'org-admin': isOrganizationAdmin,
  staff: isStaff,
  admin: isAdmin,
}

export const canOpen = (access: ScreenAccess, role: Role) => predicates[access](role)
