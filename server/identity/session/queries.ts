import { and, eq, gt, inArray, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { CONFIRMED_MINUTES } from '#contract/identity/step-up.ts'
import { first, only, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { organizations } from '#server/database/schema/identity/organizations.ts'
import { passkeys } from '#server/database/schema/identity/passkeys.ts'
import { confirmedLinks, sessions, userTokens, users } from '#server/database/schema/identity/users.ts'
import { viewings } from '#server/database/schema/identity/viewings.ts'
import { isSsoRequired } from '#server/domain/sso.ts'
import { isStaffRole, shownUser } from '#server/domain/users.ts'
import type { Config } from '#server/platform/config.ts'
import { knownBrowserId } from './guessing/queries.ts'

export const TOKEN_PURPOSES = userTokens.purpose.enumValues
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number]

type Limits = Config['sessions']

const roleOfUser = sql`(select ${users.role} from ${users} where ${users.id} = ${sessions.userId})`

/** Neither over, by its own limit or a shorter one set since, nor idle too long. */
export const isLiveSession = ({ idleMinutes, staffHours, customerHours }: Limits, role: SQLWrapper = roleOfUser) =>
  and(
    gt(sessions.expiresAt, sql`now()`),
    gt(sessions.lastUsedAt, sql`now() - make_interval(mins => ${idleMinutes})`),
    sql`${sessions.createdAt} > now() - make_interval(hours =>
      case when ${isStaffRole(role)} then ${staffHours}::int else ${customerHours}::int end)`,
  )

export const prepareFindSessions = (db: Database, limits: Limits) =>
  db
    .select({
      ...shownUser,
      isSso: sessions.isSso,
      sessionId: sessions.id,
      tokenHash: sessions.tokenHash,
      isConfirmed: sql<boolean>`${sessions.confirmedAt} > now() - make_interval(mins => ${CONFIRMED_MINUTES})`,
      needsTouch: sql<boolean>`${sessions.lastUsedAt} < now() - interval '1 minute'`,
      viewingId: viewings.id,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .leftJoin(viewings, and(eq(viewings.sessionId, sessions.id), gt(viewings.endsAt, sql`now()`)))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${sql.placeholder('tokenHashes')}::bytea[])`,
        isLiveSession(limits, users.role),
        eq(users.status, 'active'),
      ),
    )
    .prepare('find_sessions')

export const touchSession = (db: Database, id: string) =>
  db
    .update(sessions)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(sessions.id, id))

export const confirmSession = (db: Database, id: string) =>
  db
    .update(sessions)
    .set({ confirmedAt: sql`now()` })
    .where(eq(sessions.id, id))

export const findTimes = (db: Database, id: string) =>
  db
    .select({ confirmedAt: sessions.confirmedAt, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(eq(sessions.id, id))
    .then(only)

type NewSession = {
  userId: string
  tokenHash: Buffer
  hours: number
  ip: string | null
  userAgent: string | null
  confirmedAt: string | null
  createdAt: string | null
  expiresAt: string | null
  isSso: boolean
}

const newSession = prepared(
  ['userId', 'tokenHash', 'hours', 'ip', 'userAgent', 'confirmedAt', 'createdAt', 'expiresAt', 'isSso'],
  (db, _form: 'all', { hours, confirmedAt, createdAt, expiresAt, ...session }) =>
    db.insert(sessions).values({
      ...session,
      confirmedAt: sql`coalesce(${confirmedAt}::timestamptz, now())`,
      createdAt: sql`coalesce(${createdAt}::timestamptz, now())`,
      expiresAt: sql`coalesce(${expiresAt}::timestamptz, now() + make_interval(hours => ${hours}))`,
    }),
)

export const insertSession = (db: Database, session: NewSession) => newSession(db, 'all', session)

const endedSession = prepared(['tokenHash'], (db, _form: 'all', { tokenHash }) =>
  db.delete(sessions).where(eq(sessions.tokenHash, tokenHash)).returning({ userId: sessions.userId }),
)

export const deleteSession = (db: Database, tokenHash: Buffer) => endedSession(db, 'all', { tokenHash }).then(first)

export const deleteSessionsOf = (db: Database, userId: string) => db.delete(sessions).where(eq(sessions.userId, userId))

export const deletePasskeysOf = (db: Database, userId: string) =>
  db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })

export const hasSession = (db: Database, userId: string, id: string) =>
  db.$count(sessions, and(eq(sessions.userId, userId), eq(sessions.id, id))).then((found) => found > 0)

export const raiseAccessVersion = (db: Database, userId: string) =>
  db
    .update(users)
    .set({ accessVersion: sql`${users.accessVersion} + 1` })
    .where(eq(users.id, userId))

const account = {
  ...shownUser,
  passwordHash: users.passwordHash,
  accessVersion: users.accessVersion,
  isSsoRequired: isSsoRequired(users),
}

const selectAccount = (db: Database, condition: SQL | undefined) =>
  db.select(account).from(users).leftJoin(organizations, eq(organizations.id, users.organizationId)).where(condition)

const sameText = (column: typeof users.email | typeof users.username, value: string) =>
  eq(sql`lower(${column})`, sql`lower(${value})`)

export type Identifier = { email?: string | undefined; username?: string | undefined }

const identifiedBy = ({ email, username = '' }: Identifier) =>
  email === undefined ? sameText(users.username, username) : sameText(users.email, email)

export const findAccount = (db: Database, identifier: Identifier) =>
  selectAccount(db, identifiedBy(identifier)).then(first)

export type Account = NonNullable<Awaited<ReturnType<typeof findAccount>>>

const findBy = prepared(['typed', 'browser'], (db, by: keyof Identifier, { typed, browser }) =>
  db
    .select({ ...account, browserId: knownBrowserId(db, browser) })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, users.organizationId))
    .where(eq(sql`lower(${users[by]})`, sql`lower(${typed})`)),
)

export const findAccountAt = (db: Database, { email, username }: Identifier, browser: Buffer) =>
  findBy(db, email === undefined ? 'username' : 'email', { typed: email ?? username ?? '', browser }).then(first)

export const findAccountById = (db: Database, userId: string) => selectAccount(db, eq(users.id, userId)).then(first)

/** Includes what decides whether a checked password still counts. */
export const lockAccount = (db: Database, userId: string) => lockedAccount(db, 'all', { userId }).then(first)

const lockedAccount = prepared(['userId'], (db, _form: 'all', { userId }) =>
  selectAccount(db, eq(users.id, userId)).for('no key update', { of: users }),
)

/** Returns which of the two is taken. The unique indexes make the final decision. */
export const findTaken = (db: Database, { email, username }: { email: string; username: string }) =>
  db
    .select({ email: sql<boolean>`lower(${users.email}) = lower(${email})` })
    .from(users)
    .where(or(sameText(users.email, email), sameText(users.username, username)))

export const setPassword = (db: Database, userId: string, passwordHash: string) =>
  db
    .update(users)
    .set({ passwordHash, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

export const verifyAddress = (db: Database, userId: string) =>
  db
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())`, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

export const insertOrganization = (db: Database, organization: typeof organizations.$inferInsert) =>
  db.insert(organizations).values(organization).returning().then(only)

export const insertUser = (db: Database, user: typeof users.$inferInsert) =>
  db.insert(users).values(user).returning().then(only)

export const setAddress = (db: Database, userId: string, email: string) =>
  db
    .update(users)
    .set({ email, emailVerifiedAt: sql`now()`, updatedAt: sql`now()` })
    .where(eq(users.id, userId))

type NewToken = { userId: string; purpose: TokenPurpose; tokenHash: Buffer; minutes: number; email?: string }

/** One live token per user and purpose; a newer one replaces it. */
export function insertToken(db: Database, { minutes, ...token }: NewToken) {
  const fresh = {
    tokenHash: token.tokenHash,
    email: token.email ?? null,
    createdAt: sql`now()`,
    expiresAt: sql`now() + make_interval(mins => ${minutes})`,
  }
  return db
    .insert(userTokens)
    .values({ ...token, ...fresh })
    .onConflictDoUpdate({ target: [userTokens.userId, userTokens.purpose], set: fresh })
}

const liveToken = (purposes: TokenPurpose[], tokenHash: Buffer) =>
  and(eq(userTokens.tokenHash, tokenHash), inArray(userTokens.purpose, purposes), gt(userTokens.expiresAt, sql`now()`))

const linked = { userId: userTokens.userId, email: userTokens.email, expiresAt: userTokens.expiresAt }

export const findToken = (db: Database, purposes: TokenPurpose[], tokenHash: Buffer) =>
  db.select(linked).from(userTokens).where(liveToken(purposes, tokenHash)).then(first)

export const hasFreshToken = (db: Database, userId: string, purpose: TokenPurpose, minutes: number) =>
  db
    .$count(
      userTokens,
      and(
        eq(userTokens.userId, userId),
        eq(userTokens.purpose, purpose),
        gt(userTokens.createdAt, sql`now() - make_interval(mins => ${minutes})`),
      ),
    )
    .then((found) => found > 0)

/** Of concurrent uses of a token, the first takes it. */
export const takeToken = (db: Database, purposes: TokenPurpose[], tokenHash: Buffer) =>
  db.delete(userTokens).where(liveToken(purposes, tokenHash)).returning(linked).then(first)

export const keepConfirmedLink = (db: Database, link: typeof confirmedLinks.$inferInsert) =>
  db.insert(confirmedLinks).values(link)

/** Whether the address that the link confirmed is still the account's. */
export const hasConfirmed = (db: Database, tokenHash: Buffer) =>
  db
    .select({ id: users.id })
    .from(confirmedLinks)
    .innerJoin(users, and(eq(users.id, confirmedLinks.userId), eq(users.email, confirmedLinks.email)))
    .where(and(eq(confirmedLinks.tokenHash, tokenHash), gt(confirmedLinks.expiresAt, sql`now()`)))
    .then((found) => found.length > 0)

export const deleteTokens = (db: Database, userId: string, purposes: TokenPurpose[]) =>
  db.delete(userTokens).where(and(eq(userTokens.userId, userId), inArray(userTokens.purpose, purposes)))
