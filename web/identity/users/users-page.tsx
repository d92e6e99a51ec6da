import { UserPlus } from 'lucide-react'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { UserCards } from './user-cards.tsx'
import { UsersCard } from './users-card.tsx'

const AddStaffDialog = onDemand(async () => (await import('./add-staff-dialog.tsx')).AddStaffDialog)

/** ?add=1 opens the dialog. */
export function UsersPage() {
  const [isAdding] = useUrlState('add')
  return (
    <Page
      title="Users"
      description="Everyone who may sign in, and those who wait for approval."
      actions={<AddStaffButton />}
    >
      <UserCards />
      <UsersCard />
      {isAdding && <AddStaffDialog onClose={() => setUrl({ add: null })} />}
    </Page>
  )
}

const AddStaffButton = () => (
  <Button variant="primary" {...intent(AddStaffDialog)} onClick={() => setUrl({ add: '1' }, { replace: false })}>
    <UserPlus aria-hidden />
    Add Staff
  </Button>
)
