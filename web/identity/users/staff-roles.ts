import type { StaffRole } from '#contract/identity/users.ts'

/** What somebody of the staff may do: said before the role is given. */
export const staffMayDo: Record<StaffRole, string> = {
  agent: 'Agents work on support requests and see the overview; the rest of the admin portal is closed to them.',
  admin: 'Admins may do what agents do, and manage organizations, users, billing and files.',
}
