import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { changedSearch } from '#web/app/url-state.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'

type Props = { ticket: TicketDetail }

/** For everyone who may read both tickets. `param`: where the other one opens. */
export function MergedNotice({ ticket: { mergedInto }, param }: Props & { param: 'open' | 'ticket' }) {
  const search = useSearch()
  if (!mergedInto) return null
  return (
    <Alert
      action={
        <Link
          href={changedSearch(search, { [param]: mergedInto.id })}
          className="font-medium underline underline-offset-4"
        >
          Open {mergedInto.ticketNumber}
        </Link>
      }
    >
      This conversation continues in {mergedInto.ticketNumber}.
    </Alert>
  )
}
