import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { MOST_LINES, type DraftTerms } from '#contract/billing/invoice-drafts.ts'
import { isTooMuch, TOTAL_TOO_LARGE } from '#contract/billing/terms.ts'
import { containedVat, formatRand } from '#contract/money.ts'
import { OrganizationField } from '#web/identity/organization-list/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { TextareaField } from '#web/ui/form/fields.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { AmountInput } from '#web/app/parts/amount-input.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useCreateDraft, useDraftTerms } from './api.ts'
import { centsOf, draftOf, emptyLine, fieldName, schemaOf, type TypedLine } from './typed-lines.ts'

type Props = { onClose: () => void; onDone: (id: string) => void }

export const ComposeInvoiceDialog = (props: Props) => (
  <Dialog
    size="wide"
    title="New Invoice"
    description="Saved as a draft with the next number. Only admins see it until it is issued."
    onClose={props.onClose}
  >
    <Loaded query={useDraftTerms()} failure={notLoaded('the due date and VAT')}>
      {(terms) => <Fields terms={terms} {...props} />}
    </Loaded>
  </Dialog>
)

function Fields({ terms, onClose, onDone }: Props & { terms: DraftTerms }) {
  const { mutateAsync } = useCreateDraft()
  const [lines, setLines] = useState([emptyLine(0)])
  const cents = lines.reduce((sum, line) => sum + centsOf(line), 0)
  const schema = schemaOf(lines)
  const change = (changed: TypedLine) => setLines(lines.map((line) => (line.id === changed.id ? changed : line)))
  return (
    <Form
      schema={schema}
      onSubmit={async (entered) => {
        const { id } = await mutateAsync({ body: draftOf(entered, lines) })
        onDone(id)
      }}
      disabled={isTooMuch(cents)}
      submit="Save Draft"
      pending="Saving…"
      cancel={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <OrganizationField />
        <TextField name="dueDate" label="Due Date" type="date" defaultValue={terms.dueDate} />
      </div>
      <ul data-rows aria-label="Lines" className="grid gap-3">
        {lines.map((line, place) => (
          <Line
            key={line.id}
            line={line}
            place={place + 1}
            onChange={change}
            onRemove={lines.length > 1 ? () => setLines(lines.filter(({ id }) => id !== line.id)) : undefined}
          />
        ))}
      </ul>
      {lines.length < MOST_LINES && (
        <Button className="justify-self-start" onClick={() => setLines([...lines, emptyLine(nextId(lines))])}>
          <Plus aria-hidden />
          Add Line
        </Button>
      )}
      <Total cents={cents} vatPercent={terms.vatPercent} />
      <TextareaField name="notes" label="Notes (optional)" help="Printed on the invoice." rows={2} />
    </Form>
  )
}

const nextId = (lines: TypedLine[]) => Math.max(...lines.map(({ id }) => id)) + 1

type LineProps = {
  line: TypedLine
  place: number
  onChange: (line: TypedLine) => void
  onRemove: (() => void) | undefined
}

const Line = ({ line, place, onChange, onRemove }: LineProps) => (
  <li className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 sm:grid-cols-[1fr_6rem_9rem_auto]">
    <TextField
      name={fieldName('description', line)}
      label={`Description ${place}`}
      autoComplete="off"
      fieldClass="max-sm:col-span-3"
    />
    <TextField
      name={fieldName('quantity', line)}
      label={`Quantity ${place}`}
      type="number"
      min="1"
      max="9999"
      step="1"
      defaultValue={line.quantity}
      onChange={({ target }) => onChange({ ...line, quantity: target.value })}
    />
    <AmountInput
      name={fieldName('price', line)}
      label={`Price ${place} (ZAR)`}
      onType={(price) => onChange({ ...line, price })}
    />
    <Button
      variant="ghost"
      size="icon"
      className="mt-7"
      aria-label={`Remove line ${place}`}
      disabled={!onRemove}
      onClick={onRemove}
    >
      <Trash2 aria-hidden />
    </Button>
  </li>
)

const Total = ({ cents, vatPercent }: { cents: number; vatPercent: number }) => (
  <p className="flex flex-wrap items-baseline justify-between gap-2 rounded-md bg-sunken px-3 py-2.5">
    <span className="text-fg2">
      {vatPercent > 0
        ? `Prices include ${vatPercent}% VAT: ${formatRand(containedVat(cents, vatPercent * 100))}`
        : 'No VAT is charged.'}
    </span>
    <output aria-label="Total" className="text-base font-semibold">
      {isTooMuch(cents) ? TOTAL_TOO_LARGE : formatRand(cents)}
    </output>
  </p>
)
