import { useState } from 'react'
import { Link } from 'wouter'
import type { CustomerDetail } from '#contract/operations/customers.ts'
import { useIsAdmin } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Fact } from '#web/ui/page/fact.tsx'
import { TagList } from './tag-list.tsx'

const ProfileDialog = onDemand(async () => (await import('./profile-dialog.tsx')).ProfileDialog)

export function ProfileCard({ customer }: { customer: CustomerDetail }) {
  const isAdmin = useIsAdmin()
  const [isOpen, setOpen] = useState(false)
  const { owner, tags } = customer
  return (
    <Card
      title="Account"
      actions={
        isAdmin && (
          <Button size="small" onClick={() => setOpen(true)}>
            Edit owner and tags
          </Button>
        )
      }
    >
      <dl className="grid gap-4">
        <Fact label="Account owner">
          {owner ? (
            <Link href={`/customers?owner=${owner.id}`} className="text-accent underline-offset-4 hover:underline">
              {owner.name}
            </Link>
          ) : (
            'No one'
          )}
        </Fact>
        <Fact label="Tags">{tags.length > 0 ? <TagList tags={tags} /> : 'None'}</Fact>
      </dl>
      {isOpen && <ProfileDialog customer={customer} onClose={() => setOpen(false)} />}
    </Card>
  )
}
