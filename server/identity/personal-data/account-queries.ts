import { eq, sql } from 'drizzle-orm'
import type { PersonalData } from '#contract/identity/personal-data.ts'
import { first, type Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'

type InternalColumn = 'organizationId' | 'passwordHash' | 'erasedAt' | 'accessVersion' | 'updatedAt'
type ExportColumns = Record<
  Exclude<keyof typeof users.$inferSelect, InternalColumn> | keyof PersonalData['account'],
  unknown
>

export const findAccount = (db: Database, id: string) =>
  db
    .select({
      exportedAt: sql<string>`now()`.mapWith(users.createdAt),
      organizationId: users.organizationId,
      account: {
        id: users.id,
        firstName: users.firstName,
        lastName: users.lastName,
        username: users.username,
        email: users.email,
        role: users.role,
        status: users.status,
        organization: organizations.name,
        createdAt: users.createdAt,
        emailVerifiedAt: users.emailVerifiedAt,
        mfaEnabledAt: users.mfaEnabledAt,
      } satisfies ExportColumns,
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(users.id, id))
    .then(first)
