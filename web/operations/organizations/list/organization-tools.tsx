import { clsx } from 'clsx'
import { Download, ListFilter } from 'lucide-react'
import { organizations, type OrganizationFilter } from '#contract/operations/organizations.ts'
import { pathOf } from '#web/app/api/call.ts'
import { useUrlState } from '#web/app/url-state.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { OrganizationSearch } from '../parts.tsx'

type Props = { filter: OrganizationFilter; isFiltering: boolean; onFilter: () => void }

/** What is beside the title of the list. The export has the rows that are shown. */
export function OrganizationTools({ filter, isFiltering, onFilter }: Props) {
  const [search, setSearch] = useUrlState('search', { resets: ['page'] })
  const inUse = [filter.status, filter.billingType].filter(Boolean).length
  return (
    <>
      <OrganizationSearch value={search} onChange={setSearch} />
      <Button aria-expanded={isFiltering} onClick={onFilter} className="max-sm:flex-1">
        <ListFilter aria-hidden className={clsx(inUse > 0 && 'text-accent')} />
        Filter
        {inUse > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-xs text-accent">
            {inUse}
            <span className="sr-only"> in use</span>
          </span>
        )}
      </Button>
      <a
        href={pathOf(organizations.export.url, { query: filter })}
        download
        className={buttonClass({}, 'max-sm:flex-1')}
      >
        <Download aria-hidden />
        Export
      </a>
    </>
  )
}
