import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { MAX_BULK } from '#contract/support/ticket-changes.ts'
import { namedOptions, type NamedChoice } from '#web/app/words/named-options.ts'
import { useCategories } from '#web/support/support-desk/api.ts'
import { statusOptions } from '#web/support/support-desk/ticket-badges.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select, type Option } from '#web/ui/form/select.tsx'
import { SelectedBar } from '#web/ui/table/selected-bar.tsx'
import { useAssignees } from '../api.ts'
import { NO_CHANGE, NONE, type BulkChoice } from './bulk-changes.ts'

const BulkDialog = onDemand(async () => (await import('./bulk-dialog.tsx')).BulkDialog)

type Props = { ids: string[]; onClear: () => void; /** Selects further tickets. */ more?: ReactNode }

/** Changes the selected tickets. */
export function BulkBar({ ids, onClear, more }: Props) {
  const [asked, ask] = useState<{ ids: string[]; chosen: BulkChoice } | null>(null)
  return (
    <>
      <SelectedBar label="Selected tickets" count={ids.length}>
        <BulkForm {...{ ids, onClear, more }} onAsk={(chosen) => ask({ ids, chosen })} />
      </SelectedBar>
      {asked && <BulkDialog {...asked} onDone={onClear} onClose={() => ask(null)} />}
    </>
  )
}

const BulkChange = z.object({ status: z.string(), category: z.string(), assignee: z.string() })

function BulkForm({ ids, onClear, more, onAsk }: Props & { onAsk: (chosen: BulkChoice) => void }) {
  const [chosen, setChosen] = useState(NO_CHANGE)
  const isTooMany = ids.length > MAX_BULK
  const hasChange = Object.values(chosen).some(Boolean)
  const choose = (change: Partial<BulkChoice>) => setChosen({ ...chosen, ...change })

  return (
    <div {...intent(BulkDialog)} className="flex flex-wrap items-center gap-2">
      <Form
        schema={BulkChange}
        onSubmit={onAsk}
        submit="Apply"
        disabled={!hasChange || isTooMany}
        className="contents!"
      >
        <span className="mr-auto flex flex-wrap items-center gap-x-3 pl-1">
          <span className="font-medium">{ids.length} selected</span>
          {more}
        </span>
        {isTooMany && <span className="text-warning-fg">At most {MAX_BULK} can be changed at once.</span>}
        <BulkChoices chosen={chosen} onChoose={choose} />
      </Form>
      <Button variant="ghost" size="icon" aria-label="Clear selection" title="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </Button>
    </div>
  )
}

type ChoicesProps = { chosen: BulkChoice; onChoose: (change: Partial<BulkChoice>) => void }

function BulkChoices({ chosen, onChoose }: ChoicesProps) {
  const { data: categories = [] } = useCategories()
  const { data: people = [] } = useAssignees()
  return (
    <>
      <Choice
        name="status"
        label="New status"
        value={chosen.status}
        options={[{ value: '', label: 'Same status' }, ...statusOptions]}
        onChoose={(status) => onChoose({ status })}
      />
      <Choice
        name="category"
        label="New category"
        value={chosen.category}
        options={optionsOf('Same category', 'No category', categories)}
        onChoose={(category) => onChoose({ category })}
      />
      <Choice
        name="assignee"
        label="New assignee"
        value={chosen.assignee}
        options={optionsOf('Same assignee', 'Unassigned', people)}
        onChoose={(assignee) => onChoose({ assignee })}
      />
    </>
  )
}

const optionsOf = (same: string, none: string, things: readonly NamedChoice[]) => [
  { value: '', label: same },
  { value: NONE, label: none },
  ...namedOptions(things),
]

type ChoiceProps = {
  name: keyof BulkChoice
  label: string
  value: string
  options: readonly Option[]
  onChoose: (value: string) => void
}

const Choice = ({ label, onChoose, ...select }: ChoiceProps) => (
  <Select aria-label={label} {...select} onChange={({ target }) => onChoose(target.value)} className="w-full sm:w-40" />
)
