import { formatDate } from '#contract/dates.ts'
import { fullName, type User } from '#contract/identity/session.ts'
import { formatRand, toCents } from '#contract/money.ts'
import { organizations, type OrganizationBilling } from '#contract/operations/organizations.ts'
import { useRead } from '#web/app/api/data.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Figure } from '#web/ui/page/figure.tsx'
import { Badge } from '#web/ui/text/badge.tsx'

/** The facts for the decision about a sign-up. */
export const ApplicantFacts = ({ user }: { user: User }) => (
  <dl className="mt-2 grid gap-2 border-t pt-3 wrap-anywhere">
    <Figure name="Person">
      {fullName(user)} <span className="font-normal text-fg2">@{user.username}</span>
    </Figure>
    <Figure name="Domain">
      <span className="mr-2">{domainOf(user)}</span>
      {user.isEmailVerified ? <Badge tone="success">Email verified</Badge> : <Badge>Email not verified</Badge>}
    </Figure>
    <Figure name="Registered">{formatDate(user.createdAt)}</Figure>
    {user.organizationId && <Terms id={user.organizationId} />}
  </dl>
)

const domainOf = ({ email }: User) => email.slice(email.lastIndexOf('@') + 1)

const Terms = ({ id }: { id: string }) => (
  <Loaded
    query={useRead(organizations.billing, { params: { id } })}
    failure="Failed to load the plan."
    skeleton={<Skeleton className="h-20 rounded-lg" />}
  >
    {(billing) => <TermsOf {...billing} />}
  </Loaded>
)

const TermsOf = ({ subscription, organization }: Pick<OrganizationBilling, 'subscription' | 'organization'>) => (
  <>
    <Figure name="Plan">{subscription?.planName ?? 'None yet'}</Figure>
    <Figure name="Seats">{subscription?.licenseLimit ?? 'None yet'}</Figure>
    <Figure name="Price for 12 months">{formatRand(toCents(organization.twelveMonthValue))}</Figure>
  </>
)
