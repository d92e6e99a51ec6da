import { and, eq, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { ssoConnections, ssoDomains, ssoIdentities } from '#server/database/schema/identity/sso.ts'
import { users } from '#server/database/schema/identity/users.ts'

type Membership = Record<'organizationId' | 'email' | 'role', SQLWrapper>

const hasConnection = (organizationId: SQLWrapper, condition: SQL) =>
  sql<boolean>`exists (
    select from ${ssoConnections} inner join ${organizations} on ${organizations.id} = ${ssoConnections.organizationId}
    where ${ssoConnections.organizationId} = ${organizationId} and ${organizations.isActive} and ${condition})`

/** The address is at a verified domain of the connection's organization. */
const isAtDomain = (email: SQLWrapper) =>
  sql`exists (select from ${ssoDomains} where ${ssoDomains.organizationId} = ${ssoConnections.organizationId}
    and ${ssoDomains.verifiedAt} is not null and ${ssoDomains.domain} = lower(substring(${email} from '[^@]*$')))`

const isLinked = (userId: SQLWrapper) =>
  sql`exists (select from ${ssoIdentities} where ${ssoIdentities.organizationId} = ${ssoConnections.organizationId}
    and ${ssoIdentities.userId} = ${userId})`

/** Whether this address can sign in with the identity provider of its organization. */
export const hasSso = ({ organizationId, email }: Omit<Membership, 'role'>) =>
  hasConnection(organizationId, isAtDomain(email))

/** Whether an invited person must. Administrators need not, so that they can repair it. */
export const isSsoRequiredOfInvited = ({ organizationId, email, role }: Membership) =>
  and(
    sql`${role} = 'customer'`,
    hasConnection(organizationId, sql`${ssoConnections.isRequired} and ${isAtDomain(email)}`),
  )!.mapWith(Boolean)

/** The same of users: also after they changed to another address. */
export const isSsoRequired = and(
  eq(users.role, 'customer'),
  hasConnection(
    sql`${users.organizationId}`,
    and(sql`${ssoConnections.isRequired}`, or(isAtDomain(sql`${users.email}`), isLinked(sql`${users.id}`)))!,
  ),
)!.mapWith(Boolean)

/** The next single sign-on links the user again, by the address. */
export const unlinkSso = (tx: Database, userId: string) =>
  tx.delete(ssoIdentities).where(eq(ssoIdentities.userId, userId))
