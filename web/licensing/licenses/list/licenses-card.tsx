import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { licenses, type License } from '#contract/licensing/licenses.ts'
import { countOf } from '#contract/quantities.ts'
import { pathOf } from '#web/app/api/call.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { ListFilters } from '#web/app/lists/list-filters.tsx'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { buttonClass } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { TableSkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ColumnMenu } from '#web/ui/table/column-menu.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import { useLicensePages } from '../api.ts'
import type { OpenLicense } from '../changes/opened-license.ts'
import { statusOptions } from '../license-badge.ts'
import { LicenseDialog, LicenseHistory } from '../license-dialog.tsx'
import { useLicenseFilter } from '../license-filter.ts'
import { optionalColumns, useHiddenColumns } from './hidden-columns.ts'
import { LicenseChips, useAreChipsKnown } from './license-chips.tsx'
import { LicensesTable } from './licenses-table.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { SilentNote } from './silent-devices.tsx'

const LicenseDrawer = onDemand(async () => (await import('../details/license-drawer.tsx')).LicenseDrawer)

const DiagnoseDialog = onDemand(async () => (await import('../diagnosis/diagnose-dialog.tsx')).DiagnoseDialog)

export function LicensesCard() {
  const filter = useLicenseFilter()
  const pages = useLicensePages(filter)
  const areChipsKnown = useAreChipsKnown()
  const [opened, setOpened] = useState<OpenLicense | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [shown] = useUrlState('license')
  const [hidden, setHidden] = useHiddenColumns()
  const [historyOf] = useUrlState('history')
  const [diagnosed] = useUrlState('diagnose')

  return (
    <Card
      title="Your Licenses"
      description={useIsAdmin() ? 'All organizations' : undefined}
      flush
      actions={<Tools hidden={hidden} onHide={setHidden} />}
    >
      <LicenseChips filter={filter} />
      {filter.silent && areChipsKnown && <SilentNote silent={filter.silent} />}
      <Loaded query={pages} isPlaced={areChipsKnown} failure={notLoaded('the licenses')} skeleton={<TableSkeleton />}>
        {({ rows }) => (
          <div aria-busy={pages.isPlaceholderData} className={clsx(pages.isPlaceholderData && 'opacity-60')}>
            <ScrollEnd onNear={() => loadNextPage(pages)} shows={JSON.stringify(filter)}>
              <LicensesTable
                licenses={rows}
                filter={filter}
                selection={{ selected, onSelect: setSelected }}
                onOpen={setOpened}
                hidden={hidden}
                footer={<PagedFooter pages={pages} count={(total) => countOf(total, 'license')} />}
              />
            </ScrollEnd>
            <SelectionBar chosen={rows.filter(({ id }) => selected.has(id))} onClear={() => setSelected(new Set())} />
          </div>
        )}
      </Loaded>
      {opened && <LicenseDialog {...opened} {...asItIsNow(opened, pages.data?.rows)} onClose={() => setOpened(null)} />}
      {shown && <LicenseDrawer key={shown} id={shown} onClose={() => setUrl({ license: null })} />}
      {historyOf && <LicenseHistory id={historyOf} onClose={() => setUrl({ history: null })} />}
      {diagnosed && <DiagnoseDialog key={diagnosed} id={diagnosed} onClose={() => setUrl({ diagnose: null })} />}
    </Card>
  )
}

/** Someone else may have changed it while the dialog was open. */
const asItIsNow = ({ license }: OpenLicense, rows: License[] = []) => ({
  license: rows.find(({ id }) => id === license.id) ?? license,
})

type ToolsProps = { hidden: ReadonlySet<string>; onHide: (hidden: ReadonlySet<string>) => void }

function Tools({ hidden, onHide }: ToolsProps) {
  const filter = useLicenseFilter()
  return (
    <>
      <ListFilters
        label="Search licenses"
        placeholder="Label, key or device name"
        statuses={statusOptions}
        status={filter.status}
      />
      <a href={pathOf(licenses.export.url, { query: filter })} download className={buttonClass({}, 'max-sm:w-full')}>
        <Download aria-hidden />
        Export
      </a>
      <ColumnMenu columns={optionalColumns} hidden={hidden} onChange={onHide} />
    </>
  )
}
