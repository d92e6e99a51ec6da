import { createTransport, type Transporter } from 'nodemailer'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import type { Config } from '#server/platform/config.ts'
import { reasonOf } from '#server/platform/http/logging.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { oneLine } from '#server/platform/jobs/one-line.ts'
import type { Seal } from '#server/platform/secrets/sealing.ts'
import type { Email } from './email.ts'
import { openBody, storedEmail, tidyMails, withoutLinks } from './mail-store.ts'
import { findWaiting, insertOnce, setFailed, setSent, type StoredMail } from './queries.ts'

export const SEND_MAIL = 'send-mail'

/** A separate queue: an older release could not decrypt these emails. */
export const SEND_SEALED_MAIL = 'send-sealed-mail'

export type Mailer = ReturnType<typeof createMailer>

/** `once` identifies the message and its recipient. */
type Told = { once?: string | undefined; attachment?: Attachment | undefined }

/** Renders an attachment, or undefined if it is no longer to be sent. */
export type Print = (attachment: Attachment) => Promise<Buffer | undefined>

/** Milliseconds to wait for the mail server. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

const LONGEST_ERROR = 500

type Settings = {
  config: Pick<Config, 'demo' | 'mail' | 'productName' | 'publicUrl'>
  jobs: Pick<Jobs, 'enqueue'>
  seal: Seal
}

export function createMailer({ config, jobs, seal }: Settings) {
  const { smtpUrl } = config.mail
  const transport = smtpUrl === undefined ? undefined : createTransport({ url: smtpUrl, ...TIMEOUTS })
  return {
    /**
     * Queues the email in the caller's transaction, so that it is sent exactly if the change is made. Skips it if one with the same `once`
     * was queued. Returns whether it was queued.
     */
    queue: async (tx: Database, letter: Email, { once: onceKey, attachment }: Told = {}) => {
      if (/[\r\n]/.test(letter.to + letter.subject)) throw new Error('A line break in an address or subject')
      const written = await insertOnce(tx, { ...storedEmail(seal, letter), onceKey, attachment })
      if (written) await jobs.enqueue(tx, seal.isOn ? SEND_SEALED_MAIL : SEND_MAIL, { emailId: written.id })
      return written !== undefined
    },
    /** The job: sends the email once. Records a failure and throws, so that the queue retries. */
    send: (db: Database, emailId: string, print: Print) =>
      deliver(db, emailId, async (row) => {
        await handOver({ ...row, ...openBody(seal, row) }, { transport, config, print })
        return transport ? withoutLinks(seal, row) : {}
      }),
    tidy: (db: Database, keptDays: number) => tidyMails(db, { seal, keptDays, areSent: transport !== undefined }),
    close: () => transport?.close(),
  }
}

/** The queue gives a job to one worker at a time, for longer than all timeouts together. */
async function deliver(db: Database, emailId: string, send: (row: StoredMail) => Promise<Partial<StoredMail>>) {
  const row = await findWaiting(db, emailId)
  if (!row) return
  const attempts = row.attempts + 1
  let after: Partial<StoredMail>
  try {
    after = await send(row)
  } catch (error) {
    await setFailed(db, emailId, { attempts, lastError: lineOf(error) })
    throw error
  }
  await setSent(db, emailId, { ...after, attempts })
}

function lineOf(error: unknown) {
  const { type, message } = reasonOf(error)
  return oneLine(`${type}: ${message}`, LONGEST_ERROR)
}

type Office = Pick<Settings, 'config'> & { transport: Transporter | undefined; print: Print }

/** In a demo, emails stay in the outbox. */
async function handOver(row: StoredMail, { transport, config, print }: Office) {
  if (transport) await transport.sendMail({ ...messageOf(row, config), attachments: await filesOf(row, print) })
  else if (!config.demo) throw new Error('SMTP_URL is not set')
}

async function filesOf({ attachment }: StoredMail, print: Print) {
  const content = attachment && (await print(attachment))
  return content ? [{ filename: attachment.fileName, content, contentType: 'application/pdf' }] : []
}

/**
 * A repeated delivery has the same Message-ID, so that mail programs show it once. The recipient is one address object: a comma in text
 * would make it two.
 */
const messageOf = (
  { id, to, subject, text, html, createdAt }: StoredMail,
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
