import type { UserStatus } from '#contract/identity/session.ts'
import { roleName, type Role } from '#contract/roles.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import type { Tone } from '#web/ui/tone.ts'

const roleTones: Record<Role, Tone> = { admin: 'violet', agent: 'info', org_admin: 'accent', customer: 'neutral' }
const statusTones: Record<UserStatus, Tone> = { active: 'success', pending: 'warning', suspended: 'danger' }

export const RoleBadge = ({ role }: { role: Role }) => <Word tone={roleTones[role]} text={roleName(role)} />

export const StatusBadge = ({ status }: { status: UserStatus }) => <Word tone={statusTones[status]} text={status} />

const Word = ({ tone, text }: { tone: Tone; text: string }) => (
  <Badge tone={tone}>
    <span className="capitalize">{text}</span>
  </Badge>
)
