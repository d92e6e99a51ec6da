import type { Member, TeamRole } from '#contract/identity/team.ts'
import { roleTitle } from '#contract/roles.ts'
import { Badge } from '#web/ui/text/badge.tsx'

export const RoleBadge = ({ role }: { role: TeamRole }) => (
  <Badge tone={role === 'org_admin' ? 'accent' : 'neutral'}>{roleTitle(role)}</Badge>
)

export const StatusBadge = ({ status, isRemoved }: Pick<Member, 'status' | 'isRemoved'>) => {
  if (status === 'active') return <Badge tone="success">Active</Badge>
  if (status === 'pending') return <Badge tone="warning">Pending</Badge>
  return <Badge tone="danger">{isRemoved ? 'Removed' : 'Suspended'}</Badge>
}
