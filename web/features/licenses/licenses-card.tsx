import { clsx } from 'clsx'
import { useState } from 'react'
import { useUrlState } from '#web/app/url-state.ts'
import { useIsAdmin } from '#web/features/session/api.ts'
import { Card } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { ScrollEnd } from '#web/ui/scroll-end.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Select } from '#web/ui/select.tsx'
import { useLicenseFilter, useLicensePages } from './api.ts'
import { statusOptions } from './license-badge.ts'
import { LicenseDialog, type Opened } from './license-dialog.tsx'
import { LicensesTable } from './licenses-table.tsx'
import { LoadedSoFar } from './loaded-so-far.tsx'

export function LicensesCard() {
  const filter = useLicenseFilter()
  const pages = useLicensePages(filter)
  const [opened, setOpened] = useState<Opened | null>(null)
  const more = () => void (pages.hasNextPage && !pages.isFetching && !pages.isError && pages.fetchNextPage())

  return (
    <Card
      title="Your Licenses"
      description={useIsAdmin() ? 'Of all organizations' : undefined}
      flush
      actions={<Filters />}
    >
      <Loaded query={pages} failure="Failed to load the licenses. Please try again.">
        {({ rows, total }) => (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            <ScrollEnd onNear={more} shows={JSON.stringify(filter)}>
              <LicensesTable
                licenses={rows}
                filter={filter}
                onOpen={setOpened}
                footer={<LoadedSoFar pages={pages} count={rows.length} total={total} />}
              />
            </ScrollEnd>
          </div>
        )}
      </Loaded>
      {opened && <LicenseDialog {...opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

function Filters() {
  const [search, setSearch] = useUrlState('search')
  const [, setStatus] = useUrlState('status')
  const { status } = useLicenseFilter()
  return (
    <>
      <SearchBox
        label="Search licenses"
        placeholder="Label, key or device name"
        value={search}
        onChange={setSearch}
        className="sm:w-72"
      />
      <Select
        aria-label="Status"
        options={statusOptions}
        value={status ?? ''}
        onChange={(event) => setStatus(event.target.value)}
        className="w-full sm:w-40"
      />
    </>
  )
}
