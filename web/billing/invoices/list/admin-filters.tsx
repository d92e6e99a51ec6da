import { BellRing, Download } from 'lucide-react'
import * as z from 'zod/mini'
import { InvoiceFilter } from '#contract/billing/invoices.ts'
import { receivables } from '#contract/billing/receivables.ts'
import { AGES } from '#contract/billing/ages.ts'
import { pathOf } from '#web/app/api/call.ts'
import { UrlDayInput } from '#web/app/lists/url-day-input.tsx'
import { useUrlFilter } from '#web/app/lists/url-filter.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { ages } from '#web/billing/statements/ages.ts'
import { OrganizationFilter } from '#web/identity/organization-list/parts.tsx'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Select } from '#web/ui/form/select.tsx'

const RemindAllDialog = onDemand(async () => (await import('../reminders/remind-all.tsx')).RemindAllDialog)

const { organizationId: of, ...others } = InvoiceFilter.shape
const Address = z.object({ ...others, of })

/** In the address, `of` is the organization: `organizationId` opens its own list. */
export function useAdminFilter(): InvoiceFilter {
  const { of: organizationId, ...filter } = useUrlFilter(Address)
  return { ...filter, organizationId }
}

export const isNarrowed = (filter: InvoiceFilter) => Object.values(filter).some(Boolean)

export const NO_FILTER: Record<keyof typeof Address.shape, null> = {
  search: null,
  status: null,
  of: null,
  age: null,
  dueFrom: null,
  dueTo: null,
}

export const MoreFilters = ({ filter }: { filter: InvoiceFilter }) => (
  <div className="grid grid-cols-2 gap-2 px-5 pb-3 sm:flex sm:flex-wrap sm:items-center">
    <OrganizationFilter value={filter.organizationId ?? ''} onChange={(of) => setUrl({ of })} className="sm:w-48" />
    <Select
      aria-label="Age"
      options={[{ value: '', label: 'All ages' }, ...AGES.map((age) => ({ value: age, label: ages[age].label }))]}
      value={filter.age ?? ''}
      onChange={({ target }) => setUrl({ age: target.value })}
      className="sm:w-44"
    />
    <UrlDayInput label="Due from" name="dueFrom" value={filter.dueFrom} />
    <UrlDayInput label="Due until" name="dueTo" value={filter.dueTo} />
    <span className="col-span-2 flex flex-wrap gap-2 sm:ml-auto">
      <RemindAll filter={filter} />
      <CsvLink href={pathOf(receivables.exportInvoices.url, { query: filter })} name="Invoices CSV" />
      <CsvLink
        href={pathOf(receivables.exportPayments.url, { query: { organizationId: filter.organizationId } })}
        name="Payments CSV"
      />
    </span>
  </div>
)

function RemindAll({ filter }: { filter: InvoiceFilter }) {
  const [isAsking, ask] = useUrlState('remind', { push: true })
  return (
    <>
      <Button {...intent(RemindAllDialog)} onClick={() => ask('1')}>
        <BellRing aria-hidden />
        Send Reminders
      </Button>
      {isAsking && <RemindAllDialog filter={filter} onClose={() => ask('')} />}
    </>
  )
}

const CsvLink = ({ href, name }: { href: string; name: string }) => (
  <a href={href} download className={buttonClass({}, 'max-sm:flex-1')}>
    <Download aria-hidden />
    {name}
  </a>
)
