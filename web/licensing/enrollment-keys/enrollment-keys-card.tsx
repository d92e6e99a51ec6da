import { MonitorDown, Plus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { readOn } from '#web/app/api/pages.ts'
import { ReadSoFar } from '#web/app/lists/read-so-far.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { useEnrollmentKeys } from './api.ts'
import { keyColumns } from './key-columns.tsx'
import { KeyDialog, NewKeyDialog, type Opened } from './key-dialogs.tsx'

/** ?add=enrollment-key opens the dialog. For an organization's administrators. */
export function EnrollmentKeysCard() {
  const pages = useEnrollmentKeys()
  const [opened, setOpened] = useState<Opened | null>(null)
  const [adding] = useUrlState('add')
  const description = 'Deploy to many devices: each claims a license automatically.'

  return (
    <Card title="Enrollment Keys" description={description} flush actions={<NewButton />}>
      <Loaded
        query={pages}
        failure="Failed to load the enrollment keys. Please try again."
        skeleton={<SkeletonRows rows={2} />}
      >
        {({ rows }) => (
          <ScrollEnd onNear={() => readOn(pages)} shows="keys">
            <KeysTable keys={rows} onOpen={setOpened} footer={<ReadSoFar pages={pages} count={countOf} />} />
          </ScrollEnd>
        )}
      </Loaded>
      {adding === 'enrollment-key' && <NewKeyDialog onClose={() => setUrl({ add: null })} />}
      {opened && <KeyDialog {...opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

type TableProps = { keys: EnrollmentKey[]; onOpen: (opened: Opened) => void; footer: ReactNode }

const KeysTable = ({ keys, onOpen, footer }: TableProps) => (
  <Table
    label="List of Enrollment Keys"
    rows={keys}
    columns={keyColumns({ isAdmin: useIsAdmin(), onOpen })}
    rowKey={({ id }) => id}
    rowName={({ label }) => label}
    empty={<NoKeys />}
    footer={footer}
  />
)

const countOf = (total: number) => `${total.toLocaleString('en-US')} enrollment ${total === 1 ? 'key' : 'keys'}`

const NewButton = () => (
  <Button {...intent(NewKeyDialog)} onClick={() => setUrl({ add: 'enrollment-key' }, { replace: false })}>
    <Plus aria-hidden />
    New Enrollment Key
  </Button>
)

const NoKeys = () => (
  <Empty icon={MonitorDown}>
    No enrollment keys yet. Create one and pass it to the installer: nobody types a license key, on as many devices as
    your plan has seats.
  </Empty>
)
