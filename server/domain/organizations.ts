import { and, eq } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { later } from '#server/database/later.ts'
import { organizations } from '#server/database/schema/organizations.ts'

/** An organization becomes a customer when the first of its people is approved. */
export const activateOrganization = (tx: Database, id: string) =>
  tx
    .update(organizations)
    .set({ isActive: true, updatedAt: later(organizations.updatedAt) })
    .where(and(eq(organizations.id, id), eq(organizations.isActive, false)))
