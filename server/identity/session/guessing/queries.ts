import { and, eq, exists, gt, or, sql, type Placeholder } from 'drizzle-orm'
import { first, only, type Database } from '#server/database/database.ts'
import { prepared } from '#server/database/statements/prepared.ts'
import { knownBrowsers, users } from '#server/database/schema/identity/users.ts'

/** Days for which a browser is remembered after its last sign-in. */
export const BROWSER_DAYS = 180

const isRecent = gt(knownBrowsers.lastUsedAt, sql`now() - make_interval(days => ${BROWSER_DAYS})`)

const ofUser = (userId: string | Placeholder, tokenHash: Buffer | Placeholder) =>
  and(eq(knownBrowsers.userId, userId), eq(knownBrowsers.tokenHash, tokenHash), isRecent)

/** SQL over a user: the browser, if it is known for the user. */
export const knownBrowserId = (db: Database, tokenHash: Placeholder) =>
  sql<string | null>`(${db
    .select({ id: knownBrowsers.id })
    .from(knownBrowsers)
    .where(and(eq(knownBrowsers.userId, users.id), eq(knownBrowsers.tokenHash, tokenHash), isRecent))})`

export const findBrowser = (db: Database, userId: string, tokenHash: Buffer) =>
  db.select({ id: knownBrowsers.id }).from(knownBrowsers).where(ofUser(userId, tokenHash)).then(first)

const touched = prepared(['userId', 'tokenHash'], (db, _form: 'all', { userId, tokenHash }) =>
  db
    .update(knownBrowsers)
    .set({ lastUsedAt: sql`now()` })
    .where(ofUser(userId, tokenHash))
    .returning({ id: knownBrowsers.id }),
)

export const touchBrowser = (db: Database, userId: string, tokenHash: Buffer) =>
  touched(db, 'all', { userId, tokenHash }).then(first)

export const replaceBrowserToken = (db: Database, before: Buffer, after: Buffer) =>
  db.update(knownBrowsers).set({ tokenHash: after }).where(eq(knownBrowsers.tokenHash, before))

const newBrowser = prepared(['userId', 'tokenHash'], (db, _form: 'all', { userId, tokenHash }) =>
  db
    .insert(knownBrowsers)
    .values({ userId, tokenHash })
    .returning({
      isFurther: sql<boolean>`${or(
        exists(
          db
            .select({ id: knownBrowsers.id })
            .from(knownBrowsers)
            .where(and(eq(knownBrowsers.userId, userId), isRecent)),
        ),
        exists(
          db
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, userId), gt(users.accessVersion, 0))),
        ),
      )}`,
    }),
)

/** `isFurther`: the user has others, or access has ended before. */
export const insertBrowser = (db: Database, browser: { userId: string; tokenHash: Buffer }) =>
  newBrowser(db, 'all', browser).then(only)

export const deleteBrowsers = (db: Database, userId: string) =>
  db.delete(knownBrowsers).where(eq(knownBrowsers.userId, userId))
