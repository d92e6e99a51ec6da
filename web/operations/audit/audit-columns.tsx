import { clsx } from 'clsx'
import { Link } from 'wouter'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import { actionName } from '#contract/operations/audit-actions.ts'
import type { AuditEntry, AuditOutcome } from '#contract/operations/audit.ts'
import { links } from '#web/app/links.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { actorText, changesText, subjectText } from './audit-words.ts'

type Options = { isAdmin: boolean; onOpen: (entry: AuditEntry) => void }

export const auditColumns = ({ isAdmin, onOpen }: Options): Column<AuditEntry>[] => [
  {
    key: 'createdAt',
    header: 'When',
    phone: 'note',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDateTime} full={formatInstant} />,
  },
  { key: 'actor', header: 'Actor', phone: 'line', cell: (entry) => <Actor entry={entry} /> },
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
  {
    key: 'subject',
    header: 'Subject',
    phone: 'hidden',
    cell: (entry) => <Text text={subjectText(entry)} isWide={!isAdmin} />,
  },
  {
    key: 'changes',
    header: 'Changes',
    phone: 'hidden',
    cell: (entry) => <Text text={changesText(entry)} isWide={!isAdmin} />,
  },
  { key: 'outcome', header: 'Outcome', phone: 'status', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
]

const organization: Column<AuditEntry> = {
  key: 'organization',
  header: 'Organization',
  phone: 'hidden',
  cell: ({ organizationId, organizationName }) =>
    organizationId && organizationName ? (
      <Link href={links.customer(organizationId)} className="block hover:underline">
        <Text text={organizationName} />
      </Link>
    ) : (
      <Text text="" />
    ),
}

const Actor = ({ entry }: { entry: AuditEntry }) => (
  <span>
    <Text text={actorText(entry)} />
    {entry.ip && <span className="text-fg2 max-sm:hidden">{entry.ip}</span>}
  </span>
)

/** Six columns have to fit beside the navigation, and an admin's seventh. */
const Text = ({ text, isWide }: { text: string; isWide?: boolean }) =>
  text ? (
    <span className={clsx('block 2xl:max-w-60', isWide ? 'max-w-44' : 'max-w-32')}>
      <Truncate text={text} />
    </span>
  ) : (
    <span className="text-fg2">—</span>
  )

export const OutcomeBadge = ({ outcome }: { outcome: AuditOutcome }) =>
  outcome === 'success' ? <Badge tone="success">Success</Badge> : <Badge tone="danger">Refused</Badge>
