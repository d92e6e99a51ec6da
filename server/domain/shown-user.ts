import { sql } from 'drizzle-orm'
import { organizations } from '#server/database/schema/organizations.ts'
import { users } from '#server/database/schema/users.ts'

/** A user as the contract shows it, in one row of users beside their organization. */
export const shownUser = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  username: users.username,
  email: users.email,
  role: users.role,
  status: users.status,
  organizationId: users.organizationId,
  organization: organizations.name,
  isEmailVerified: sql<boolean>`${users.emailVerifiedAt} is not null`,
  isMfaEnabled: sql<boolean>`${users.mfaEnabledAt} is not null`,
  createdAt: users.createdAt,
}
