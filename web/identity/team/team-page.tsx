import { UserPlus } from 'lucide-react'
import { TEAM_REQUIRED } from '#contract/identity/team.ts'
import { useChangeDialog, useSuspension } from '#web/app/parts/change-dialog.ts'
import { SuspendedBanner } from '#web/app/parts/suspended-banner.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { HEADINGS } from '#web/app/words/headings.ts'
import { ApiTokensCard } from '#web/identity/api-tokens/parts.tsx'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { SsoCard } from '#web/identity/sso/parts.tsx'
import { WebhooksCard } from '#web/operations/webhooks/parts.tsx'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { useInvitations, useMemberFilter, useMembers } from './api.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { MembersCard } from './members-card.tsx'
import { MfaCard } from './mfa-card.tsx'

const AuditCard = onDemand(
  async () => (await import('#web/operations/audit/parts.tsx')).AuditCard,
  <Skeleton className="h-96" />,
)

const InviteDialog = onDemand(async () => (await import('./invite-dialog.tsx')).InviteDialog)

/** The tabs don't share their filters. */
const FILTERS = ['search', 'status', 'group', 'from', 'to', 'actor', 'subject']

/** ?invite=1 opens the dialog. */
export function TeamPage() {
  const { organization } = useCurrentUser()
  if (organization) return <Team organization={organization} />
  return (
    <Page {...HEADINGS['/team']}>
      <Empty>{TEAM_REQUIRED}</Empty>
    </Page>
  )
}

function Team({ organization }: { organization: string }) {
  const [tab, setTab] = useUrlState('tab', { fallback: 'members', push: true, resets: FILTERS })
  const isInviting = useChangeDialog('invite')
  const isSuspended = useSuspension().data?.isSuspended ?? false

  return (
    <Page
      {...HEADINGS['/team']}
      description={`Members of ${organization} and their activity.`}
      actions={!isSuspended && <InviteButton />}
    >
      {isSuspended && <SuspendedBanner />}
      <Tabs
        label="Team"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'members', label: 'Members', content: <People /> },
          { value: 'api-tokens', label: 'API tokens', content: <ApiTokensCard /> },
          { value: 'webhooks', label: 'Webhooks', content: <WebhooksCard /> },
          { value: 'audit', label: 'Audit log', content: <AuditCard title="Audit Log" /> },
        ]}
      />
      {isInviting && <InviteDialog onClose={() => setUrl({ invite: null })} />}
    </Page>
  )
}

const InviteButton = () => (
  <Button variant="primary" {...intent(InviteDialog)} onClick={() => setUrl({ invite: '1' }, { replace: false })}>
    <UserPlus aria-hidden />
    Invite Colleague
  </Button>
)

function People() {
  const members = useMembers(useMemberFilter())
  const invitations = useInvitations()
  return (
    <div className="grid gap-5">
      <MembersCard />
      {/* Waits for the members, so that their rows do not push it down. */}
      {!members.isPending && (
        <>
          <InvitationsCard invitations={invitations} />
          <MfaCard />
          <SsoCard />
        </>
      )}
    </div>
  )
}
