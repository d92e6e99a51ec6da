import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { digest, id, instant, now } from '#server/database/columns.ts'
import { organizations } from './organizations.ts'
import { users } from './users.ts'

/** The identity provider of an organization (OpenID Connect). */
export const ssoConnections = pgTable('sso_connections', {
  id: id(),
  organizationId: uuid()
    .notNull()
    .unique()
    .references(() => organizations.id),
  issuer: text().notNull(),
  clientId: text().notNull(),
  /** Encrypted if SEALING_SECRET is set. */
  clientSecret: text().notNull(),
  isRequired: boolean().notNull().default(false),
  createdAt: now(),
  updatedAt: now(),
})

/** Identity providers are believed only about addresses at verified domains of their organization. */
export const ssoDomains = pgTable(
  'sso_domains',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** In lower case. */
    domain: text().notNull(),
    /** Value of the TXT record. Public, and different for each organization. */
    recordValue: text().notNull(),
    verifiedAt: instant(),
    createdAt: now(),
  },
  (table) => [
    uniqueIndex('sso_domains_of_organization').on(table.organizationId, table.domain),
    uniqueIndex('sso_domains_verified')
      .on(table.domain)
      .where(sql`${table.verifiedAt} is not null`),
  ],
)

/** A user's account at the identity provider of the organization, since their first sign-in with it. */
export const ssoIdentities = pgTable(
  'sso_identities',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    createdAt: now(),
    lastUsedAt: instant(),
  },
  (table) => [
    uniqueIndex('sso_identities_of_user').on(table.userId, table.organizationId),
    uniqueIndex('sso_identities_subject').on(table.organizationId, table.subject),
  ],
)

/** A browser on its way to the identity provider and back. */
export const ssoRequests = pgTable(
  'sso_requests',
  {
    id: id(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id),
    /** Of the browser's cookie, from which state, nonce and verifier follow. */
    tokenHash: digest().notNull().unique('sso_requests_token_hash'),
    next: text(),
    createdAt: now(),
    expiresAt: instant().notNull(),
  },
  (table) => [index().on(table.organizationId), index().on(table.expiresAt)],
)
