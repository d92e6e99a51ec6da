import type { StaffRole } from '#contract/identity/users.ts'

export const staffMayDo: Record<StaffRole, string> = {
  agent: 'Agents handle support tickets and see the overview. They have no access to the rest of the admin portal.',
  admin:
    'Admins can do everything agents can, and manage organizations, users, billing and files. All admins are emailed about a new one.',
}
