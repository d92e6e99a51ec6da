import { MonitorDown, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { type EnrollmentKey, ENROLLMENT_PREFIX, enrollmentKeyState } from '#contract/licensing/enrollment-keys.ts'
import { countOf } from '#contract/quantities.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { useChangeDialog } from '#web/app/parts/change-dialog.ts'
import { setUrl } from '#web/app/url-state.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { EmptySkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { useEnrollmentKeys } from './api.ts'
import { KeyActions } from './key-actions.tsx'
import { KeyDialog, NewKeyDialog, type OpenDialog } from './key-dialogs.tsx'

/** ?add=enrollment-key opens the dialog. For an organization's administrators. */
export function EnrollmentKeysCard({ canChange }: { canChange: boolean }) {
  const pages = useEnrollmentKeys()
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  const isAdding = useChangeDialog('add', 'enrollment-key')
  const description = 'Deploy to many devices: each claims a license automatically.'

  return (
    <Card title="Enrollment Keys" description={description} flush actions={canChange && <NewButton />}>
      <Loaded query={pages} failure={notLoaded('the enrollment keys')} skeleton={<EmptySkeleton lines={2} />}>
        {({ rows }) => (
          <ScrollEnd onNear={() => loadNextPage(pages)} shows="keys">
            <KeysTable
              keys={rows}
              canChange={canChange}
              onOpen={setOpened}
              footer={<PagedFooter pages={pages} count={(total) => countOf(total, 'enrollment key')} />}
            />
          </ScrollEnd>
        )}
      </Loaded>
      {isAdding && <NewKeyDialog onClose={() => setUrl({ add: null })} />}
      {opened && <KeyDialog {...opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

type Changing = { canChange: boolean; onOpen: (opened: OpenDialog) => void }
type TableProps = Changing & { keys: EnrollmentKey[]; footer: ReactNode }

const KeysTable = ({ keys, footer, ...changing }: TableProps) => (
  <Table
    label="List of Enrollment Keys"
    rows={keys}
    columns={keyColumns({ isAdmin: useIsAdmin(), ...changing })}
    rowKey={({ id }) => id}
    rowName={({ label }) => label}
    empty={<NoKeys canChange={changing.canChange} />}
    footer={footer}
  />
)

const NewButton = () => (
  <Button {...intent(NewKeyDialog)} onClick={() => setUrl({ add: 'enrollment-key' }, { replace: false })}>
    <Plus aria-hidden />
    New Enrollment Key
  </Button>
)

const NoKeys = ({ canChange }: Pick<Changing, 'canChange'>) => (
  <Empty icon={MonitorDown}>
    No enrollment keys yet.
    {canChange && ' Create one and pass it to the installer: each device then claims a license without a typed key.'}
  </Empty>
)

type Viewer = Changing & { isAdmin: boolean }

const keyColumns = ({ isAdmin, canChange, onOpen }: Viewer): Column<EnrollmentKey>[] => [
  {
    key: 'label',
    header: 'Name',
    phone: 'title',
    cell: (stored) => <NameCell stored={stored} isAdmin={isAdmin} />,
  },
  {
    key: 'hint',
    header: 'Key',
    phone: 'hidden',
    cell: ({ hint }) => (
      <code className="font-mono text-xs whitespace-nowrap">
        {ENROLLMENT_PREFIX}…{hint}
      </code>
    ),
  },
  { key: 'state', header: 'Status', phone: 'status', cell: (stored) => <Badge {...keyBadge(stored)} /> },
  {
    key: 'uses',
    header: 'Uses',
    phone: 'line',
    cell: (stored) => <span className="whitespace-nowrap">{usesOf(stored)}</span>,
  },
  {
    key: 'expiresAt',
    header: 'Expires',
    phone: 'hidden',
    cell: ({ expiresAt }) => <DateText value={expiresAt} format={formatDate} full={formatInstant} absent="Never" />,
  },
  ...(canChange ? [actionsColumn(onOpen)] : []),
]

const actionsColumn = (onOpen: Changing['onOpen']): Column<EnrollmentKey> => ({
  key: 'actions',
  header: 'Actions',
  align: 'end',
  phone: 'menu',
  cell: (stored) => <KeyActions stored={stored} onOpen={onOpen} />,
})

/** Admins see all organizations, so the name includes the owner. */
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

const keyBadge = (key: EnrollmentKey) => looks[enrollmentKeyState(key)]
