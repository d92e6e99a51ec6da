import type { NextInvoicePreview as Shown } from '#contract/billing/invoices.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { emailEffects, type QueuedEmail } from './status/status-effects.ts'
import { UpcomingFacts } from './upcoming-facts.tsx'

type Preview = Shown & { emails?: QueuedEmail[] }
type Props = {
  preview: { data: Preview | undefined; error: Error | null; isPlaceholderData: boolean }
}

/** Beside a form that changes a price. */
export const NextInvoicePreview = ({ preview: { data, error, isPlaceholderData } }: Props) => (
  <section aria-label="Next invoice" aria-busy={isPlaceholderData} className="grid gap-2">
    <h3 className="font-semibold">Next invoice</h3>
    {error && <p role="alert">{serverMessage(error) ?? 'Failed to load the next invoice.'}</p>}
    {!data && !error && <Skeleton className="h-24" />}
    {data && !error && <After {...data} />}
  </section>
)

const After = ({ before, after, emails = [] }: Preview) => (
  <>
    {before && <p className="text-fg2">R{before.amount} without the change.</p>}
    {after ? <UpcomingFacts invoice={after} /> : <p>No invoice follows, or it is already issued.</p>}
    {emailEffects(emails).map((sentence) => (
      <p key={sentence} className="wrap-anywhere">
        {sentence}
      </p>
    ))}
  </>
)
