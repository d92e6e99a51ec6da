import { fullName, type User } from '#contract/identity/user.ts'
import { roleName } from '#contract/roles.ts'
import { Card } from '#web/ui/page/card.tsx'
import { DialogButton } from './account-dialog.tsx'

/** The role and the organization are not one's own to change. */
export const ProfileCard = ({ user }: { user: User }) => (
  <Card title="Profile" actions={<DialogButton opens="profile">Edit profile</DialogButton>}>
    <dl className="grid gap-x-6 sm:gap-y-2 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <Fact term="Name" value={fullName(user)} />
      <Fact term="Username" value={user.username} />
      <Fact term="Role" value={roleName(user.role)} />
      <Fact term="Organization" value={user.organization ?? 'None'} />
    </dl>
  </Card>
)

const Fact = ({ term, value }: { term: string; value: string }) => (
  <>
    <dt className="text-fg2 max-sm:text-[13px]">{term}</dt>
    <dd className="min-w-0 break-words max-sm:mb-2">{value}</dd>
  </>
)
