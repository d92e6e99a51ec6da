import { and, eq, isNull, sql } from 'drizzle-orm'
import { createTransport, type Transporter } from 'nodemailer'
import { first, only, type Database } from '#server/database/database.ts'
import { emails } from '#server/database/schema/emails.ts'
import type { Config } from './config.ts'
import type { Jobs } from './jobs.ts'

export const SEND_MAIL = 'send-mail'

export type Letter = { kind: string; to: string; subject: string; text: string; html: string }
export type Mailer = ReturnType<typeof createMailer>

/** Milliseconds that a silent mail server is waited for. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type Settings = { config: Pick<Config, 'mail' | 'productName' | 'publicUrl'>; jobs: Jobs }

/** Writes letters into the outbox, and sends what is in it. */
export function createMailer({ config, jobs }: Settings) {
  const { smtpUrl } = config.mail
  const transport = smtpUrl === undefined ? undefined : createTransport({ url: smtpUrl, ...TIMEOUTS })
  return {
    /** In the caller's transaction: the letter is sent exactly if the change it tells of is made. */
    queue: async (tx: Database, letter: Letter) => {
      if (/[\r\n]/.test(letter.to + letter.subject)) throw new Error('A line break in an address or subject')
      const { id } = await tx.insert(emails).values(letter).returning({ id: emails.id }).then(only)
      await jobs.enqueue(tx, SEND_MAIL, { emailId: id })
    },
    /** The job: sends it once. A failure is noted and thrown, so that the queue tries again later. */
    send: (db: Database, emailId: string) => deliver(db, emailId, transport, config),
    close: () => transport?.close(),
  }
}

type Row = typeof emails.$inferSelect

/** The queue gives a job to one worker at a time, for longer than the timeouts above can add up to. */
async function deliver(db: Database, emailId: string, transport: Transporter | undefined, config: Settings['config']) {
  const waiting = and(eq(emails.id, emailId), isNull(emails.sentAt))
  const row = await db.select().from(emails).where(waiting).then(first)
  if (!row) return
  const attempts = row.attempts + 1
  try {
    if (transport) await transport.sendMail(messageOf(row, config))
  } catch (error) {
    await db
      .update(emails)
      .set({ attempts, lastError: String(error).slice(0, 500) })
      .where(waiting)
    throw error
  }
  await db
    .update(emails)
    .set({ attempts, lastError: null, sentAt: sql`now()` })
    .where(waiting)
}

/** A second delivery of one letter carries the same Message-ID, so that mail programs show it once. */
const messageOf = ({ id, to, subject, text, html }: Row, { mail, productName, publicUrl }: Settings['config']) => ({
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  from: { name: productName, address: mail.from },
  to,
  subject,
  text,
  html,
})
