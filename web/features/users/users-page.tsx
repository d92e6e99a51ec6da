import { Page } from '#web/ui/page.tsx'
import { UserCards } from './user-cards.tsx'
import { UsersCard } from './users-card.tsx'

export const UsersPage = () => (
  <Page title="Users" description="Everyone who may sign in, and those who wait for approval.">
    <UserCards />
    <UsersCard />
  </Page>
)
