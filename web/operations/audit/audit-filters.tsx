import { Download, X } from 'lucide-react'
import { AuditOutcome, type AuditEntry, type AuditFilter } from '#contract/operations/audit.ts'
import { ActionGroup } from '#contract/operations/audit/action-groups.ts'
import { UrlDayInput } from '#web/app/lists/url-day-input.tsx'
import { UrlSearchBox } from '#web/app/lists/url-search-box.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { OrganizationFilter } from '#web/identity/organization-list/parts.tsx'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { exportPath } from './api.ts'
import { subjectName } from './audit-words.ts'
import { groupNames } from './group-names.ts'

type Props = { filter: AuditFilter; isAdmin: boolean; rows: readonly AuditEntry[] | undefined }

export const AuditFilters = ({ filter, isAdmin, rows = [] }: Props) => (
  <div className="grid grid-cols-2 gap-2 px-5 pb-4 sm:flex sm:flex-wrap">
    <UrlSearchBox
      label="Search the audit log"
      placeholder="Person, action or subject"
      className="max-sm:col-span-2 sm:w-56"
    />
    {isAdmin && (
      <OrganizationFilter
        value={filter.organizationId ?? ''}
        onChange={(organizationId) => setUrl({ organizationId })}
        className="max-sm:col-span-2 sm:w-44"
      />
    )}
    <Choice label="Area" name="group" options={groups} value={filter.group} />
    <Choice label="Outcome" name="status" options={outcomes} value={filter.status} />
    <div className="grid grid-cols-2 gap-2 max-sm:col-span-2 sm:flex">
      <UrlDayInput label="From" name="from" value={filter.from} />
      <UrlDayInput label="To" name="to" value={filter.to} />
    </div>
    {filter.actor && <Only name={actorNamed(rows, filter.actor)} instead="everyone" parameter="actor" />}
    {filter.subject && <Only name={subjectNamed(rows, filter.subject)} instead="everything" parameter="subject" />}
  </div>
)

export const ExportLink = ({ filter }: Pick<Props, 'filter'>) => (
  <a href={exportPath(filter)} download className={buttonClass()}>
    <Download aria-hidden />
    Export CSV
  </a>
)

const groups = [
  { value: '', label: 'All areas' },
  ...ActionGroup.options.map((group) => ({ value: group, label: groupNames[group] })),
]

const outcomeNames: Record<AuditOutcome, string> = { success: 'Success', refused: 'Refused' }
const outcomes = [
  { value: '', label: 'All outcomes' },
  ...AuditOutcome.options.map((outcome) => ({ value: outcome, label: outcomeNames[outcome] })),
]

type ChoiceProps = {
  label: string
  name: string
  options: readonly Option[]
  value: string | undefined
}

const Choice = ({ label, name, options, value }: ChoiceProps) => (
  <Select
    aria-label={label}
    options={options}
    value={value ?? ''}
    onChange={(event) => setUrl({ [name]: event.target.value })}
    className="sm:w-44"
  />
)

type OnlyProps = { name: string; instead: string; parameter: 'actor' | 'subject' }

const Only = ({ name, instead, parameter }: OnlyProps) => (
  <Button
    className="min-w-0 max-sm:col-span-2"
    aria-label={`Only ${name}. Show ${instead}`}
    onClick={() => setUrl({ [parameter]: null })}
  >
    <span className="truncate">Only {name}</span>
    <X aria-hidden />
  </Button>
)

const actorNamed = (rows: readonly AuditEntry[], id: string) =>
  rows.find(({ actorId }) => actorId === id)?.actorName ?? 'one person'

function subjectNamed(rows: readonly AuditEntry[], id: string) {
  const about = rows.find(({ subjectId }) => subjectId === id)
  return about ? subjectName(about) : 'one thing'
}
