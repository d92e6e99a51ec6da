import { clsx } from 'clsx'
import { SearchX } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { countOf } from '#contract/quantities.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { NO_EVENTS } from '#web/app/words/no-events.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { NO_FILTER, isNarrowed, showEntry, useAuditFilter, useAuditPages } from './api.ts'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters, ExportLink } from './audit-filters.tsx'
import { groupByRequest } from './request-groups.ts'

const AuditDialog = onDemand(async () => (await import('./audit-dialog.tsx')).AuditDialog)

export function AuditCard({ title }: { title: string }) {
  const filter = useAuditFilter()
  const isAdmin = useIsAdmin()
  const pages = useAuditPages(filter)
  const [entry] = useUrlState('entry')

  return (
    <Card title={title} flush actions={<ExportLink filter={filter} />}>
      <AuditFilters filter={filter} isAdmin={isAdmin} rows={pages.data?.rows} />
      <Loaded query={pages} failure={notLoaded('the audit log')}>
        {({ rows }) => (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            <ScrollEnd onNear={() => loadNextPage(pages)} shows={JSON.stringify(filter)}>
              <Entries
                rows={rows}
                isAdmin={isAdmin}
                empty={isNarrowed(filter) ? <NothingFound /> : <Empty>{NO_EVENTS}</Empty>}
                footer={<PagedFooter pages={pages} count={(total) => countOf(total, 'entry', 'entries')} />}
              />
            </ScrollEnd>
          </div>
        )}
      </Loaded>
      {entry && <AuditDialog id={entry} filter={filter} isAdmin={isAdmin} onClose={() => showEntry(null)} />}
    </Card>
  )
}

type EntriesProps = { rows: readonly AuditEntry[]; isAdmin: boolean; empty: ReactNode; footer: ReactNode }

function Entries({ rows, isAdmin, ...table }: EntriesProps) {
  const groups = useMemo(() => groupByRequest(rows), [rows])
  return (
    <Table
      {...table}
      label="List of Entries"
      rows={groups}
      columns={auditColumns({ isAdmin })}
      rowKey={({ id }) => id}
      onRowClick={({ lead }) => showEntry(lead.id)}
    />
  )
}

const NothingFound = () => (
  <Empty icon={SearchX} action={<Button onClick={() => setUrl(NO_FILTER)}>Clear search and filters</Button>}>
    No entries found matching your search.
  </Empty>
)
