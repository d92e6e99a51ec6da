import type { OrganizationFilter } from '#contract/operations/organizations.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { billingTypes } from '../billing-types.ts'

const statuses = [
  { value: '', label: 'All statuses' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
]

const wantedTypes = [{ value: '', label: 'All billing types' }, ...billingTypes]

/** The row that 'Filter' opens. */
export const OrganizationFilters = ({ filter: { status, billingType } }: { filter: OrganizationFilter }) => (
  <div className="flex flex-wrap items-center gap-2 px-5 pb-3">
    <Choice label="Status" name="status" options={statuses} value={status} />
    <Choice label="Billing type" name="billingType" options={wantedTypes} value={billingType} />
    {(status || billingType) && (
      <Button variant="ghost" onClick={() => setUrl({ status: null, billingType: null, page: null })}>
        Clear Filter
      </Button>
    )}
  </div>
)

type ChoiceProps = {
  label: string
  name: 'status' | 'billingType'
  options: readonly Option[]
  value: string | undefined
}

const Choice = ({ label, name, options, value = '' }: ChoiceProps) => (
  <Select
    aria-label={label}
    options={options}
    value={value}
    onChange={(event) => setUrl({ [name]: event.target.value, page: null })}
    className="w-full sm:w-48"
  />
)
