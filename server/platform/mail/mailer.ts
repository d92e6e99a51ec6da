import type { Transporter } from 'nodemailer'
import { MAIL_JOBS } from '#contract/operations/jobs.ts'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import type { Config } from '#server/platform/config.ts'
import { reasonOf } from '#server/platform/http/logging.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { oneLine } from '#server/platform/jobs/one-line.ts'
import type { Seal } from '#server/platform/secrets/sealing.ts'
import type { Email } from './email.ts'
import { handOver, openTransport, PATIENCE, type Patience } from './hand-over.ts'
import { isAwaited, LINK_OVER } from './link-hours.ts'
import { attempts } from './mail-metrics.ts'
import { openBody, storedEmail, tidyMails, withoutLinks } from './mail-store.ts'
import { findWaiting, insertOnce, setSent, setUnsent, type StoredMail, type WaitingMail } from './queries.ts'

/** Encrypted emails have a separate queue: an older release could not decrypt them. */
export const [SEND_MAIL, SEND_SEALED_MAIL] = MAIL_JOBS

export type Mailer = ReturnType<typeof createMailer>

/** `once` identifies the message and its recipient. */
type QueueOptions = { once?: string | undefined; attachment?: Attachment | undefined }

/** Renders an attachment, or undefined if it is no longer to be sent. */
export type Print = (attachment: Attachment) => Promise<Buffer | undefined>

export type FindReplyAddress = (mail: Pick<StoredMail, 'thread' | 'to'>) => Promise<string | undefined>

const LONGEST_ERROR = 500

type Settings = {
  config: Pick<Config, 'demo' | 'mail' | 'productName' | 'publicUrl'>
  jobs: Pick<Jobs, 'enqueue'>
  seal: Seal
  patience?: Patience
}

export function createMailer({ config, jobs, seal, patience = PATIENCE }: Settings) {
  const { smtpUrl } = config.mail
  let transport: Promise<Transporter> | undefined
  return {
    /**
     * Queues the email in the caller's transaction, so that it is sent exactly if the change is made. Skips it if one with the same `once`
     * was queued. Returns whether it was queued. One that its reader waits for is sent before all others.
     */
    queue: async (tx: Database, email: Email, { once: onceKey, attachment }: QueueOptions = {}) => {
      if (/[\r\n]/.test(email.to + email.subject)) throw new Error('A line break in an address or subject')
      const written = await insertOnce(tx, { ...storedEmail(seal, email), onceKey, attachment })
      const queue = seal.isOn ? SEND_SEALED_MAIL : SEND_MAIL
      if (written) await jobs.enqueue(tx, queue, { emailId: written.id }, { first: isAwaited(email.kind) })
      return written !== undefined
    },
    /** The job: sends the email once, unless its link has expired. Records a failure and throws, so that the queue retries. A demo may have nowhere to send it. */
    send: (db: Database, emailId: string, print: Print, findReplyAddress: FindReplyAddress = async () => undefined) =>
      deliver(db, emailId, async (row) => {
        if (smtpUrl === undefined && config.demo) return undefined
        if (row.isLinkOver) return { lastError: LINK_OVER }
        if (smtpUrl === undefined) throw new Error('SMTP_URL is not set')
        transport ??= openTransport(smtpUrl, patience)
        const opened = { ...row, ...openBody(seal, row), replyTo: await findReplyAddress(row) }
        const message = { ...messageOf(opened, config), attachments: await filesOf(row, print) }
        await handOver(await transport, message, patience)
        return withoutLinks(seal, row)
      }),
    tidy: (db: Database, keptDays: number) => tidyMails(db, { seal, keptDays, areSent: smtpUrl !== undefined }),
    close: () => void transport?.then((open) => open.close()),
  }
}

/** The queue gives a job to one worker at a time, for longer than all timeouts together. `send` returns undefined or an error if it kept the email. */
async function deliver(
  db: Database,
  emailId: string,
  send: (row: WaitingMail) => Promise<Partial<StoredMail> | undefined>,
) {
  const row = await findWaiting(db, emailId)
  if (!row) return
  const attempt = row.attempts + 1
  let after: Partial<StoredMail> | undefined
  try {
    after = await send(row)
  } catch (error) {
    attempts.inc({ result: 'failed' })
    await setUnsent(db, emailId, { attempts: attempt, lastError: lineOf(error) })
    throw error
  }
  const lastError = after?.lastError ?? null
  if (!after || lastError !== null) return void (await setUnsent(db, emailId, { attempts: attempt, lastError }))
  attempts.inc({ result: 'sent' })
  await setSent(db, emailId, { ...after, attempts: attempt })
}

function lineOf(error: unknown) {
  const { type, message } = reasonOf(error)
  return oneLine(`${type}: ${message}`, LONGEST_ERROR)
}

async function filesOf({ attachment }: StoredMail, print: Print) {
  const content = attachment && (await print(attachment))
  return content ? [{ filename: attachment.fileName, content, contentType: 'application/pdf' }] : []
}

/**
 * A repeated delivery has the same Message-ID, so that mail programs show it once. The recipient is one address object: a comma in text
 * would make it two.
 */
function messageOf(
  { id, to, subject, text, html, createdAt, replyTo, thread }: StoredMail & { replyTo: string | undefined },
  { mail, productName: name, publicUrl }: Settings['config'],
) {
  const idOf = (local: string) => `<${local}@${new URL(publicUrl).hostname}>`
  return {
    messageId: idOf(id),
    date: new Date(createdAt),
    from: { name, address: mail.from },
    to: { name: '', address: to },
    ...(replyTo && { replyTo: { name, address: replyTo } }),
    ...(thread && { inReplyTo: idOf(thread), references: [idOf(thread)] }),
    subject,
    text,
    html,
    headers: UNATTENDED,
  }
}

/** Asks other mail systems not to answer, Exchange in its own words. */
const UNATTENDED = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'OOF, AutoReply' }
