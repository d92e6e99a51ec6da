import { createTransport, type Transporter } from 'nodemailer'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import type { Config } from '#server/platform/config.ts'
import { reasonOf } from '#server/platform/http/logging.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { oneLine } from '#server/platform/jobs/one-line.ts'
import type { Seal } from '#server/platform/secrets/sealing.ts'
import type { Letter } from './letter.ts'
import { openBody, storedLetter, tidyMails, withoutLinks } from './mail-store.ts'
import { findWaiting, insertOnce, setFailed, setSent, type StoredMail } from './queries.ts'

export const SEND_MAIL = 'send-mail'

/** A queue of its own: a process of a release that knows no sealed mails would send what it cannot read. */
export const SEND_SEALED_MAIL = 'send-sealed-mail'

export type Mailer = ReturnType<typeof createMailer>

/** `once`: what is told, to whom. */
type Told = { once?: string | undefined; attachment?: Attachment | undefined }

/** Makes the file that comes with a letter. Undefined where it is not to come any longer. */
export type Print = (attachment: Attachment) => Promise<Buffer | undefined>

/** Milliseconds that a silent mail server is waited for. */
const TIMEOUTS = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

const LONGEST_ERROR = 500

type Settings = {
  config: Pick<Config, 'demo' | 'mail' | 'productName' | 'publicUrl'>
  jobs: Pick<Jobs, 'enqueue'>
  seal: Seal
}

/** Writes letters into the outbox, and sends what is in it. */
export function createMailer({ config, jobs, seal }: Settings) {
  const { smtpUrl } = config.mail
  const transport = smtpUrl === undefined ? undefined : createTransport({ url: smtpUrl, ...TIMEOUTS })
  return {
    /**
     * In the caller's transaction: the letter is sent exactly if the change it tells of is made. A second one that tells
     * the same to the same is not written, whoever writes it. Says whether this one was.
     */
    queue: async (tx: Database, letter: Letter, { once: onceKey, attachment }: Told = {}) => {
      if (/[\r\n]/.test(letter.to + letter.subject)) throw new Error('A line break in an address or subject')
      const written = await insertOnce(tx, { ...storedLetter(seal, letter), onceKey, attachment })
      if (written) await jobs.enqueue(tx, seal.isOn ? SEND_SEALED_MAIL : SEND_MAIL, { emailId: written.id })
      return written !== undefined
    },
    /** The job: sends it once. A failure is noted and thrown, so that the queue tries again later. */
    send: (db: Database, emailId: string, print: Print) =>
      deliver(db, emailId, async (row) => {
        await handOver({ ...row, ...openBody(seal, row) }, { transport, config, print })
        return transport ? withoutLinks(seal, row) : {}
      }),
    /** Links of mails that were sent, or that have ended, and mails of long ago. */
    tidy: (db: Database, keptDays: number) => tidyMails(db, { seal, keptDays, areSent: transport !== undefined }),
    close: () => transport?.close(),
  }
}

/** The queue gives a job to one worker at a time, for longer than the timeouts above can add up to. */
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

/** A mail server may quote what it refuses. */
function lineOf(error: unknown) {
  const { type, message } = reasonOf(error)
  return oneLine(`${type}: ${message}`, LONGEST_ERROR)
}

type Office = Pick<Settings, 'config'> & { transport: Transporter | undefined; print: Print }

/** A demo's letters stay in its outbox, where its operator reads them. */
async function handOver(row: StoredMail, { transport, config, print }: Office) {
  if (transport) await transport.sendMail({ ...messageOf(row, config), attachments: await filesOf(row, print) })
  else if (!config.demo) throw new Error('SMTP_URL is not set')
}

async function filesOf({ attachment }: StoredMail, print: Print) {
  const content = attachment && (await print(attachment))
  return content ? [{ filename: attachment.fileName, content, contentType: 'application/pdf' }] : []
}

/**
 * A second delivery of one letter carries the same Message-ID, so that mail programs show it once. The address is one
 * address: as text, a comma in it would make it two.
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
