import type { ActionGroup } from '#contract/operations/audit/action-groups.ts'

export const groupNames: Record<ActionGroup, string> = {
  account: 'Accounts and sign-in',
  team: 'Team',
  license: 'Licenses',
  billing: 'Billing',
  support: 'Support',
  organization: 'Organization',
  publishing: 'Downloads and documentation',
}
