import { and, eq, gt, sql, type SQL } from 'drizzle-orm'
import { emails } from '#server/database/schema/emails.ts'
import { openBody, sealedBody } from '#server/platform/mail/mail-store.ts'
import type { Platform } from '#server/platform/platform.ts'

/** What is written sealed: the table, what a row is found by, and the column. */
const SEALED = [
  { table: sql`secrets`, key: sql`name`, column: sql`value` },
  { table: sql`signing_keys`, key: sql`kid`, column: sql`private_key` },
  { table: sql`mfa_secrets`, key: sql`user_id`, column: sql`secret` },
]

type Place = (typeof SEALED)[number]
type Sealing = Pick<Platform, 'db' | 'seal'>

/** Seals what was written before there was a SEALING_SECRET, or with the previous one. */
export async function sealStored({ db, seal }: Sealing) {
  if (!seal.isOn) return
  for (const place of SEALED) await sealColumn({ db, seal }, place)
  await sealMails({ db, seal })
}

async function sealColumn({ db, seal }: Sealing, { table, key, column }: Place) {
  const found = sql`select ${key} as key, ${column} as value from ${table} where ${column} is not null`
  const { rows } = await db.execute<{ key: string; value: string }>(found)
  for (const { key: row, value } of rows) {
    if (!seal.isCurrent(value))
      await db.execute(replace({ table, key, column }, row, [value, seal.seal(seal.open(value))]))
  }
}

/** Unless it was changed in between, and then it was sealed with the secret of today. */
const replace = ({ table, key, column }: Place, row: string, [before, after]: [string, string]): SQL =>
  sql`update ${table} set ${column} = ${after} where ${key}::text = ${row} and ${column} = ${before}`

/** Mails are many: those that are sealed already are not read. */
async function sealMails({ db, seal }: Sealing) {
  // One in clear that waits may be sent by a process of the release before, which cannot read sealed ones.
  const stale = sql`${emails.sealedWith} is distinct from ${seal.keyId ?? null} and (${emails.sealedWith} is not null
    or ${emails.sentAt} is not null or ${emails.createdAt} < now() - interval '3 days')`
  for (let last = NO_ID; ;) {
    const rows = await db
      .select({ id: emails.id, text: emails.text, html: emails.html })
      .from(emails)
      .where(and(gt(emails.id, last), stale))
      .orderBy(emails.id)
      .limit(BATCH)
    for (const { id, ...body } of rows)
      await db
        .update(emails)
        .set(sealedBody(seal, openBody(seal, body)))
        // Unless its link was removed in between.
        .where(and(eq(emails.id, id), eq(emails.text, body.text)))
    const newest = rows.at(-1)
    if (!newest) return
    last = newest.id
  }
}

const NO_ID = '00000000-0000-0000-0000-000000000000'
const BATCH = 200
