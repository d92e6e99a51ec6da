import { Pencil } from 'lucide-react'
import { useState } from 'react'
import type { TicketTarget } from '#contract/support/support-desk.ts'
import { inWords } from '#contract/text.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { inHours } from '#web/ui/text/duration.ts'
import { useTargets } from './api.ts'

const TargetDialog = onDemand(async () => (await import('./target-dialog.tsx')).TargetDialog)

/** Agents read them, admins set them. */
export function TargetsCard() {
  const isAdmin = useIsAdmin()
  const [edited, edit] = useState<TicketTarget | null>(null)
  return (
    <Card title="Response Targets" description="In business hours, excluding time waiting for the customer." flush>
      <Loaded query={useTargets()} failure={notLoaded('the response targets')} skeleton={<SkeletonRows rows={4} />}>
        {(targets) => (
          <Table
            label="List of Response Targets"
            rows={targets}
            columns={isAdmin ? [...columns, editColumn(edit)] : columns}
            rowKey={({ priority }) => priority}
            empty={null}
          />
        )}
      </Loaded>
      {edited && <TargetDialog target={edited} onClose={() => edit(null)} />}
    </Card>
  )
}

const HOUR = 3600

const columns: Column<TicketTarget>[] = [
  { key: 'priority', header: 'Priority', phone: 'title', cell: ({ priority }) => inWords(priority) },
  {
    key: 'firstResponse',
    header: 'First response',
    cell: ({ firstResponseHours }) => inHours(firstResponseHours * HOUR),
  },
  { key: 'resolution', header: 'Resolution', cell: ({ resolutionHours }) => inHours(resolutionHours * HOUR) },
]

const editColumn = (edit: (target: TicketTarget) => void): Column<TicketTarget> => ({
  key: 'edit',
  header: 'Edit',
  head: <span className="sr-only">Edit</span>,
  align: 'end',
  phone: 'bare',
  cell: (target) => (
    <Button
      variant="ghost"
      size="icon"
      aria-label={`Edit targets for ${target.priority} tickets`}
      title="Edit"
      onClick={() => edit(target)}
    >
      <Pencil />
    </Button>
  ),
})
