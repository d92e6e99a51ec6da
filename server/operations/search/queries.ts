import { and, desc, eq, ilike, inArray, or } from 'drizzle-orm'
import { SEARCH_GROUP } from '#contract/operations/search.ts'
import { isAdmin, isStaff, type Role } from '#contract/roles.ts'
import type { Database } from '#server/database/database.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { users } from '#server/database/schema/identity/users.ts'
import { versions } from '#server/database/schema/releases.ts'
import { isListed, isPersonLike, nameOf } from '#server/domain/users.ts'
import { containing, isWhole } from '#server/platform/http/lists/queries.ts'

type Reader = { role: Role }

/** For staff; others belong to one organization. */
export async function searchOrganizations(db: Database, { role }: Reader, text: string) {
  if (!isStaff(role)) return []
  const pattern = containing(text)
  return db
    .select({ id: organizations.id, name: organizations.name, contactEmail: organizations.contactEmail })
    .from(organizations)
    .where(or(ilike(organizations.name, pattern), ilike(organizations.contactEmail, pattern)))
    .orderBy(
      desc(isWhole(text, organizations.name, organizations.contactEmail)),
      desc(organizations.createdAt),
      organizations.id,
    )
    .limit(SEARCH_GROUP)
}

/** People of organizations for staff; colleagues too for admins. */
export async function searchPeople(db: Database, { role }: Reader, text: string) {
  if (!isStaff(role)) return []
  const pattern = containing(text)
  return db
    .select({
      id: users.id,
      name: nameOf(users),
      email: users.email,
      organizationId: users.organizationId,
      organizationName: organizations.name,
    })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(
      and(
        isListed,
        isAdmin(role) ? undefined : inArray(users.role, ['org_admin', 'customer']),
        isPersonLike(pattern, users.username),
      ),
    )
    .orderBy(desc(isWhole(text, users.email, nameOf(users), users.username)), desc(users.createdAt), users.id)
    .limit(SEARCH_GROUP)
}

export async function searchVersions(db: Database, { role }: Reader, text: string) {
  if (!isAdmin(role)) return []
  return db
    .select({ id: versions.id, version: versions.version, platform: versions.platform, channel: versions.channel })
    .from(versions)
    .where(ilike(versions.version, containing(text)))
    .orderBy(desc(isWhole(text, versions.version)), desc(versions.createdAt), versions.id)
    .limit(SEARCH_GROUP)
}
