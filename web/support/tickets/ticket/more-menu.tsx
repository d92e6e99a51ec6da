import { BellOff, BellRing, Ellipsis, Merge } from 'lucide-react'
import { useState } from 'react'
import type { TicketDetail } from '#contract/support/tickets.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useFollow, useFollowers } from '#web/support/teamwork/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Menu } from '#web/ui/menu/menu.tsx'

const MergeDialog = onDemand(async () => (await import('./merge-dialog.tsx')).MergeDialog)

type Props = { ticket: TicketDetail }

export function MoreMenu({ ticket }: Props) {
  const { id } = useCurrentUser()
  const { data: followers = [] } = useFollowers(ticket.id)
  const { mutate } = useFollow()
  const [isMerging, merge] = useState(false)
  const follows = followers.some((follower) => follower.id === id)
  const follow = () => mutate({ params: { id: ticket.id }, body: { follows: !follows } })
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="More actions" title="More actions">
            <Ellipsis aria-hidden />
          </Button>
        }
        items={[
          {
            label: follows ? 'Stop following' : 'Follow (get emails about it)',
            icon: follows ? BellOff : BellRing,
            onSelect: follow,
          },
          ...(ticket.mergedInto ? [] : [{ label: 'Merge into…', icon: Merge, onSelect: () => merge(true) }]),
        ]}
      />
      {isMerging && <MergeDialog ticket={ticket} onClose={() => merge(false)} />}
    </>
  )
}
