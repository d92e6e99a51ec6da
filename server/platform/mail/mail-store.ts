import { sql } from 'drizzle-orm'
import { INVITATION_DAYS } from '#contract/identity/team.ts'
import { STAFF_LINK_HOURS } from '#contract/identity/users.ts'
import type { MailKind } from '#contract/operations/mail-kinds.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import { hasSecretLink, withoutSecretLinks } from '#server/platform/http/secret-links.ts'
import type { Seal } from '#server/platform/sealing.ts'
import type { Letter } from './letter.ts'

type Body = { text: string; html: string }

/** How a letter is kept: sealed, and with a note of how long its link is good. */
export const storedLetter = (seal: Seal, letter: Letter) => ({
  ...letter,
  ...sealedBody(seal, letter),
  linkUntil: hasSecretLink(letter.text)
    ? sql`now() + make_interval(hours => 1) * ${linkHours(letter.kind)}::float8`
    : null,
})

export const sealedBody = (seal: Seal, { text, html }: Body) => ({
  text: seal.seal(text),
  html: seal.seal(html),
  sealedWith: seal.keyId ?? null,
})

export const openBody = (seal: Seal, { text, html }: Body) => ({ text: seal.open(text), html: seal.open(html) })

/** What stays of a letter whose link is of no use any more, or must not be. */
export function withoutLinks(seal: Seal, stored: Body) {
  const { text, html } = openBody(seal, stored)
  return { ...sealedBody(seal, { text: withoutSecretLinks(text), html: withoutSecretLinks(html) }), linkUntil: null }
}

const BATCH = 500

type Tidying = {
  seal: Seal
  /** Days after which mails are deleted. */
  keptDays: number
  /** False in a demo, where the outbox is the only place to follow a link. */
  areSent: boolean
}

/** Removes links that ended or were sent, and mails that were kept long enough. */
export async function tidyMails(db: Database, { seal, keptDays, areSent }: Tidying) {
  while ((await removeLinks(db, seal, areSent)) === BATCH);
  while ((await removeOld(db, keptDays)) === BATCH);
}

async function removeLinks(db: Database, seal: Seal, areSent: boolean) {
  const rows = await db
    .select({ id: emails.id, text: emails.text, html: emails.html })
    .from(emails)
    .where(
      sql`${emails.linkUntil} is not null and (${emails.linkUntil} < now() or (${areSent} and ${emails.sentAt} is not null))`,
    )
    .limit(BATCH)
  for (const { id, ...body } of rows)
    await db
      .update(emails)
      .set(withoutLinks(seal, body))
      .where(sql`${emails.id} = ${id} and ${emails.linkUntil} is not null`)
  return rows.length
}

/** One that must not be written twice leaves its key behind, and nothing else. */
async function removeOld(db: Database, keptDays: number) {
  const { rows } = await db.execute(sql`
    with old as (
      select id from emails where created_at < now() - make_interval(days => ${keptDays}) and "to" <> '' limit ${BATCH}
    ), emptied as (
      update emails set "to" = '', subject = '', text = '', html = '', attachment = null, last_error = null, link_until = null
      where id in (select id from old) and once_key is not null
    ), deleted as (delete from emails where id in (select id from old) and once_key is null)
    select from old`)
  return rows.length
}

const HOURS: Partial<Record<MailKind, number>> = {
  'password-reset': 0.5,
  'staff-invitation': STAFF_LINK_HOURS,
  'registration-received': 24,
  'email-verification': 24,
  'email-change': 24,
}

/** How long a link in a mail of this kind may be good. No link outlives an invitation. */
const linkHours = (kind: MailKind) => HOURS[kind] ?? INVITATION_DAYS * 24
