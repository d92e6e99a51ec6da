import { and, eq, isNull, sql } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import { first, type Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import type { Config } from './config.ts'
import type { Jobs } from './jobs.ts'

export const SEND_MAIL = 'send-mail'

export type Letter = { kind: string; to: string; subject: string; text: string; html: string }
export type Mailer = ReturnType<typeof createMailer>

/** Milliseconds that a silent mail server is waited for. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type Settings = { config: Pick<Config, 'demo' | 'mail' | 'productName' | 'publicUrl'>; jobs: Pick<Jobs, 'enqueue'> }

/** Writes letters into the outbox, and sends what is in it. */
export function createMailer({ config, jobs }: Settings) {
  const { smtpUrl } = config.mail
  const transport = smtpUrl === undefined ? undefined : createTransport({ url: smtpUrl, ...TIMEOUTS })
  return {
    /**
     * In the caller's transaction: the letter is sent exactly if the change it tells of is made. `once` says what is told, to
     * whom: a second letter of the same is not written, whoever writes it. Says whether this one was.
     */
    queue: async (tx: Database, letter: Letter, { once }: { once?: string } = {}) => {
      if (/[\r\n]/.test(letter.to + letter.subject)) throw new Error('A line break in an address or subject')
      const written = await insertOnce(tx, letter, once)
      if (written) await jobs.enqueue(tx, SEND_MAIL, { emailId: written.id })
      return written !== undefined
    },
    /** The job: sends it once. A failure is noted and thrown, so that the queue tries again later. */
    send: (db: Database, emailId: string) => deliver(db, emailId, (row) => handOver(row, transport, config)),
    close: () => transport?.close(),
  }
}

const insertOnce = (tx: Database, letter: Letter, onceKey: string | undefined) =>
  tx
    .insert(emails)
    .values({ ...letter, onceKey })
    .onConflictDoNothing({ target: emails.onceKey })
    .returning({ id: emails.id })
    .then(first)

type Row = typeof emails.$inferSelect

/** The queue gives a job to one worker at a time, for longer than the timeouts above can add up to. */
async function deliver(db: Database, emailId: string, send: (row: Row) => Promise<unknown>) {
  const waiting = and(eq(emails.id, emailId), isNull(emails.sentAt))
  const row = await db.select().from(emails).where(waiting).then(first)
  if (!row) return
  const attempts = row.attempts + 1
  try {
    await send(row)
  } catch (error) {
    await db
      .update(emails)
      .set({ attempts, lastError: lineOf(error) })
      .where(waiting)
    throw error
  }
  await db
    .update(emails)
    .set({ attempts, lastError: null, sentAt: sql`now()` })
    .where(waiting)
}

/** What a mail server answers is its own text: one line of it, without what the database cannot hold. */
const lineOf = (error: unknown) =>
  String(error)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .slice(0, 500)

/** A demo's letters stay in its outbox, where its operator reads them. */
async function handOver(row: Row, transport: Transporter | undefined, config: Settings['config']) {
  if (transport) await transport.sendMail(messageOf(row, config))
  else if (!config.demo) throw new Error('SMTP_URL is not set')
}

/**
 * A second delivery of one letter carries the same Message-ID, so that mail programs show it once. The address is one
 * address: as text, a comma in it would make it two.
 */
const messageOf = (
  { id, to, subject, text, html, createdAt }: Row,
  { mail, productName, publicUrl }: Settings['config'],
) => ({
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  date: new Date(createdAt),
  from: { name: productName, address: mail.from },
  to: { name: '', address: to },
  subject,
  text,
  html,
  headers: { 'Auto-Submitted': 'auto-generated' },
})
