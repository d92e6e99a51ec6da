import { useState } from 'react'
import { Link } from 'wouter'
import { formatDateTime, formatInstant } from '#contract/dates.ts'
import type { AuditEntry, AuditOutcome } from '#contract/operations/audit.ts'
import { links } from '#web/app/links.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { changesText } from './audit-words.ts'
import type { RequestGroup } from './request-groups.ts'
import { Sentence } from './sentence.tsx'

type AuditView = { isAdmin: boolean }

export const auditColumns = ({ isAdmin }: AuditView): Column<RequestGroup>[] => [
  {
    key: 'what',
    header: 'What happened',
    grow: 75,
    phone: 'title',
    cell: (group) => <Happened group={group} isAdmin={isAdmin} />,
  },
  ...(isAdmin ? [organization] : []),
  {
    key: 'createdAt',
    header: 'When',
    phone: 'note',
    align: 'end',
    cell: ({ lead: { createdAt } }) => <DateText value={createdAt} format={formatDateTime} full={formatInstant} />,
  },
]

const organization: Column<RequestGroup> = {
  key: 'organization',
  header: 'Organization',
  grow: 25,
  phone: 'hidden',
  cell: ({ lead: { organizationId, organizationName } }) =>
    organizationId && organizationName ? (
      <Link href={links.customer(organizationId)} className="block hover:underline">
        <Truncate text={organizationName} />
      </Link>
    ) : (
      <span className="text-fg2">—</span>
    ),
}

function Happened({ group: { lead, others }, isAdmin }: AuditView & { group: RequestGroup }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="grid max-w-3xl gap-1 py-1">
      <Line entry={lead} isAdmin={isAdmin} />
      {others.length > 0 && (
        <Button
          variant="link"
          size="inline"
          className="justify-self-start text-[13px] max-sm:min-h-10"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : `and ${others.length} more`}
        </Button>
      )}
      {isOpen && (
        <ul className="grid gap-1.5 border-l pl-3">
          {others.map((entry) => (
            <li key={entry.id}>
              <Line entry={entry} isAdmin={isAdmin} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The details open from a click anywhere in the row, or with the keyboard from their link. */
const Line = ({ entry, isAdmin }: AuditView & { entry: AuditEntry }) => (
  <div className="grid min-w-0 font-normal">
    <p id={`entry-${entry.id}`} className="wrap-anywhere">
      <Sentence entry={entry} isAdmin={isAdmin} />
      {entry.outcome === 'refused' && (
        <span className="ml-2 inline-block">
          <OutcomeBadge outcome="refused" />
        </span>
      )}
    </p>
    <p className="flex min-w-0 items-baseline gap-2 text-[13px] text-fg2">
      {detailOf(entry) && (
        <span title={detailOf(entry)} className="truncate max-sm:hidden">
          {detailOf(entry)}
        </span>
      )}
      <OpenLink
        opens={{ entry: entry.id }}
        id={`details-${entry.id}`}
        aria-labelledby={`details-${entry.id} entry-${entry.id}`}
        className={buttonClass({ variant: 'link', size: 'inline' }, 'shrink-0 text-[13px]')}
      >
        Details
      </OpenLink>
    </p>
  </div>
)

const detailOf = (entry: AuditEntry) => [entry.ip, changesText(entry)].filter(Boolean).join(' · ')

export const OutcomeBadge = ({ outcome }: { outcome: AuditOutcome }) =>
  outcome === 'success' ? <Badge tone="success">Success</Badge> : <Badge tone="danger">Refused</Badge>
