import { actionName, type AuditEntry, type AuditOutcome } from '#contract/audit.ts'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { Badge } from '#web/ui/badge.tsx'
import { DateText } from '#web/ui/date.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { Truncate } from '#web/ui/truncate.tsx'
import { actorText, changesText, subjectText } from './audit-words.ts'

type Options = { isAdmin: boolean; onOpen: (entry: AuditEntry) => void }

export const auditColumns = ({ isAdmin, onOpen }: Options): Column<AuditEntry>[] => [
  {
    key: 'createdAt',
    header: 'When',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDateTime} full={formatInstant} />,
  },
  { key: 'actor', header: 'Actor', cell: (entry) => <Actor entry={entry} /> },
  {
    key: 'action',
    header: 'Action',
    phone: 'title',
    cell: (entry) => (
      <button
        type="button"
        onClick={() => onOpen(entry)}
        className="block max-w-44 min-w-0 text-left font-medium hover:underline"
      >
        <Truncate text={actionName(entry.action)} />
      </button>
    ),
  },
  ...(isAdmin ? [organization] : []),
  { key: 'subject', header: 'Subject', cell: (entry) => <Text text={subjectText(entry)} /> },
  { key: 'changes', header: 'Changes', phone: 'hidden', cell: (entry) => <Text text={changesText(entry)} /> },
  { key: 'outcome', header: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
]

const organization: Column<AuditEntry> = {
  key: 'organization',
  header: 'Organization',
  cell: ({ organizationName }) => <Text text={organizationName ?? ''} />,
}

const Actor = ({ entry }: { entry: AuditEntry }) => (
  <span>
    <Text text={actorText(entry)} />
    {entry.ip && <span className="text-fg2">{entry.ip}</span>}
  </span>
)

/** Seven columns have to fit beside the navigation. */
const Text = ({ text }: { text: string }) =>
  text ? (
    <span className="block max-w-32 2xl:max-w-56">
      <Truncate text={text} />
    </span>
  ) : (
    <span className="text-fg2">—</span>
  )

export const OutcomeBadge = ({ outcome }: { outcome: AuditOutcome }) =>
  outcome === 'success' ? <Badge tone="success">Success</Badge> : <Badge tone="danger">Refused</Badge>
