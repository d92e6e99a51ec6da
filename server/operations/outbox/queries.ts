import { and, eq, ilike, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { invoices } from '#contract/billing/invoices.ts'
import { payments } from '#contract/billing/payments.ts'
import { MAIL_KINDS, mailName } from '#contract/operations/emails/mail-kinds.ts'
import type { Mail } from '#contract/operations/outbox.ts'
import type { Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import type { Page } from '#server/platform/http/lists/pages.ts'
import { after, containing, limitOf, orderBy, type ListQuery } from '#server/platform/http/lists/queries.ts'
import { openBody } from '#server/platform/mail/mail-store.ts'
import type { Platform } from '#server/platform/platform.ts'

/** `failed`: the last attempt failed. Its job says whether it is retried. */
const status = sql<Mail['status']>`case
  when ${emails.sentAt} is not null then 'sent'
  when ${emails.lastError} is not null then 'failed'
  else 'queued' end`

const newestFirst = { by: emails.createdAt, id: emails.id, descending: true }

type MailQuery = ListQuery & { status?: Mail['status'] | undefined }

const withStatus = {
  sent: isNotNull(emails.sentAt),
  failed: and(isNull(emails.sentAt), isNotNull(emails.lastError)),
  queued: and(isNull(emails.sentAt), isNull(emails.lastError)),
}

const kindsCalled = (search: string) =>
  MAIL_KINDS.filter((kind) => mailName(kind).toLowerCase().includes(search.toLowerCase()))

const matching = (query: MailQuery) =>
  and(
    // Deleted emails may leave their key.
    ne(emails.to, ''),
    query.status && withStatus[query.status],
    query.search
      ? or(
          ...[emails.to, emails.subject, emails.kind].map((column) => ilike(column, containing(query.search ?? ''))),
          inArray(emails.kind, kindsCalled(query.search)),
        )
      : undefined,
  )

const selectMails = (db: Database) =>
  db
    .select({
      id: emails.id,
      kind: emails.kind,
      to: emails.to,
      subject: emails.subject,
      text: emails.text,
      html: emails.html,
      attachment: emails.attachment,
      thread: emails.thread,
      status,
      attempts: emails.attempts,
      lastError: emails.lastError,
      createdAt: emails.createdAt,
      sentAt: emails.sentAt,
      sortKey: emails.createdAt,
      minute: sql<number>`floor(extract(epoch from now()) / 60)::int`,
    })
    .from(emails)

const NO_MAIL_SERVER = 'This portal has no mail server, so this email was not sent.'
const KEPT = 'It was written while this portal had no mail server.'

type Source = Pick<Platform, 'db' | 'seal' | 'config'>

function queuedBecause({ config }: Source, { status: is, attempts }: Pick<MailRow, 'status' | 'attempts'>) {
  if (is !== 'queued') return null
  if (config.mail.smtpUrl === undefined) return NO_MAIL_SERVER
  return attempts > 0 ? KEPT : null
}

type MailRow = Awaited<ReturnType<typeof selectMails>>[number]

const documents = { invoice: invoices.download.url, 'credit-note': payments.downloadCreditNote.url }

const present = (source: Source, { attachment, thread: _thread, ...mail }: MailRow) => ({
  ...mail,
  ...openBody(source.seal, mail),
  queuedBecause: queuedBecause(source, mail),
  attachment: attachment && {
    fileName: attachment.fileName,
    url: documents[attachment.kind].replace(':id', attachment.id),
  },
})

/** The email as it was written, and the current minute. */
export async function findMail(source: Source, id: string) {
  const [found] = await selectMails(source.db).where(and(eq(emails.id, id), ne(emails.to, '')))
  if (!found) return undefined
  const { attachment, thread, minute } = found
  return { mail: present(source, found), attachment: attachment ?? undefined, thread: thread ?? undefined, minute }
}

export async function findMails(source: Source, query: MailQuery): Promise<Page<ReturnType<typeof present>>> {
  const { db } = source
  const [rows, total] = await Promise.all([
    selectMails(db)
      .where(and(matching(query), after(query, newestFirst)))
      .orderBy(...orderBy(newestFirst))
      .limit(limitOf(query)),
    db.$count(emails, matching(query)),
  ])
  return { rows: rows.map((row) => present(source, row)), total }
}
