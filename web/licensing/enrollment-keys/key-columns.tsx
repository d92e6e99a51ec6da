import { formatDate, formatInstant } from '#contract/dates.ts'
import { ENROLLMENT_PREFIX, type EnrollmentKey, enrollmentKeyState } from '#contract/licensing/enrollment-keys.ts'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { KeyActions } from './key-actions.tsx'
import type { Opened } from './key-dialogs.tsx'

type Viewer = { isAdmin: boolean; onOpen: (opened: Opened) => void }

export const keyColumns = ({ isAdmin, onOpen }: Viewer): Column<EnrollmentKey>[] => [
  {
    key: 'label',
    header: 'Name',
    phone: 'title',
    cell: (stored) => <NameCell stored={stored} isAdmin={isAdmin} />,
  },
  {
    key: 'hint',
    header: 'Key',
    cell: ({ hint }) => (
      <code className="font-mono text-xs whitespace-nowrap">
        {ENROLLMENT_PREFIX}…{hint}
      </code>
    ),
  },
  { key: 'state', header: 'Status', cell: (stored) => <Badge {...keyBadge(stored)} /> },
  { key: 'uses', header: 'Uses', cell: (stored) => <span className="whitespace-nowrap">{usesOf(stored)}</span> },
  {
    key: 'expiresAt',
    header: 'Expires',
    cell: ({ expiresAt }) => <DateText value={expiresAt} format={formatDate} full={formatInstant} absent="Never" />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (stored) => <KeyActions stored={stored} onOpen={onOpen} />,
  },
]

/** An admin, who sees everybody's, is told whose it is. */
const NameCell = ({ stored, isAdmin }: { stored: EnrollmentKey; isAdmin: boolean }) => (
  <span className="block min-w-0 sm:max-w-60">
    <Truncate text={stored.label} className="font-medium" />
    {isAdmin && <Truncate text={stored.organizationName} className="font-normal" />}
  </span>
)

const inWords = (count: number) => count.toLocaleString('en-US')

/** '3 of 30', or '3' without a limit. */
const usesOf = ({ uses, maxUses }: EnrollmentKey) =>
  maxUses === null ? inWords(uses) : `${inWords(uses)} of ${inWords(maxUses)}`

type Look = { tone: Tone; children: string }

const looks: Record<ReturnType<typeof enrollmentKeyState>, Look> = {
  active: { tone: 'success', children: 'Active' },
  paused: { tone: 'warning', children: 'Paused' },
  'used up': { tone: 'neutral', children: 'Used up' },
  expired: { tone: 'danger', children: 'Expired' },
}

/** For `<Badge {...keyBadge(key)} />`. */
const keyBadge = (key: EnrollmentKey) => looks[enrollmentKeyState(key)]
