import { TextareaField } from '#web/ui/form/fields.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'

/** What every invoice that is issued by hand says. `onEnter` hears Enter where the submit button cannot. */
export function InvoiceFields({ onEnter }: { onEnter?: () => void }) {
  const keys = { onKeyDown: ({ key }: React.KeyboardEvent) => key === 'Enter' && onEnter?.() }
  return (
    <>
      <TextField name="invoiceNumber" label="Invoice Number" autoComplete="off" {...keys} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="amount" label="Amount (ZAR)" type="number" min="0.01" step="0.01" {...keys} />
        <TextField name="dueDate" label="Due Date" type="date" {...keys} />
      </div>
      <TextareaField name="notes" label="Notes" rows={3} />
    </>
  )
}
