import { clsx } from 'clsx'
import { SearchX } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { readOn } from '#web/app/api/pages.ts'
import { ReadSoFar } from '#web/app/lists/read-so-far.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { UserDialog } from './activate-button.tsx'
import { NO_FILTER, isNarrowed, useUserFilter, useUserPages } from './api.ts'
import { userColumns } from './user-columns.tsx'
import { UserFilters } from './user-filters.tsx'

type Opened = Omit<ComponentProps<typeof UserDialog>, 'onClose'>

export function UsersCard() {
  const filter = useUserFilter()
  const pages = useUserPages(filter)
  const [opened, open] = useState<Opened | null>(null)

  return (
    <Card title="All Users" flush actions={<UserFilters {...filter} />}>
      <Loaded query={pages} failure="Failed to load users data. Please try refreshing the page.">
        {({ rows, total }) => (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            <ScrollEnd onNear={() => readOn(pages)} shows={JSON.stringify(filter)}>
              <Table
                label="Users"
                rows={rows}
                columns={userColumns(rows.length === total, open)}
                rowKey={({ id }) => id}
                empty={isNarrowed(filter) ? <NothingFound /> : <Empty>No users yet.</Empty>}
                footer={<ReadSoFar pages={pages} count={countOf} />}
              />
            </ScrollEnd>
          </div>
        )}
      </Loaded>
      {opened && <UserDialog {...opened} onClose={() => open(null)} />}
    </Card>
  )
}

const countOf = (total: number) => (total === 1 ? '1 user' : `${total} users`)

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filters</Button>}>
    No users found matching your search.
  </Empty>
)
