import { and, eq, isNotNull, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { domainOf } from '#contract/identity/domains.ts'
import { KEEP_DOMAIN } from '#contract/identity/sso.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { ssoConnections, ssoDomains, ssoIdentities } from '#server/database/schema/identity/sso.ts'
import { badRequest } from '#server/platform/http/errors.ts'

type Membership = Record<'organizationId' | 'email' | 'role', SQLWrapper>

const hasConnection = ({ organizationId, email }: Omit<Membership, 'role'>, condition: SQL) =>
  sql<boolean>`exists (
    select from ${ssoConnections}
    inner join ${organizations} on ${organizations.id} = ${ssoConnections.organizationId}
    inner join ${ssoDomains} on ${ssoDomains.organizationId} = ${ssoConnections.organizationId}
    where ${ssoConnections.organizationId} = ${organizationId} and ${organizations.isActive} and ${condition}
      and ${ssoDomains.verifiedAt} is not null and ${ssoDomains.domain} = lower(substring(${email} from '[^@]*$')))`

/** Whether this address can sign in with the identity provider of its organization. */
export const hasSso = (member: Omit<Membership, 'role'>) => hasConnection(member, sql`true`)

/** Whether a user or an invited person must. Administrators need not, so that they can repair it. */
export const isSsoRequired = ({ role, ...member }: Membership) =>
  sql<boolean>`(${role} = 'customer' and ${hasConnection(member, sql`${ssoConnections.isRequired}`)})`

type Account = { organizationId: string | null; isSsoRequired: boolean }

/** Another address would be a way around single sign-on for those who must use it. */
export async function refuseOtherDomain(db: Database, account: Account, email: string) {
  const { organizationId } = account
  if (!account.isSsoRequired || !organizationId) return
  const isOwn = and(
    eq(ssoDomains.organizationId, organizationId),
    eq(ssoDomains.domain, domainOf(email)),
    isNotNull(ssoDomains.verifiedAt),
  )
  if ((await db.$count(ssoDomains, isOwn)) === 0) throw badRequest(KEEP_DOMAIN, { email: KEEP_DOMAIN })
}

/** The next single sign-on links the user again, by the address. */
export const unlinkSso = (tx: Database, userId: string) =>
  tx.delete(ssoIdentities).where(eq(ssoIdentities.userId, userId))
