import { INVITATION_DAYS } from '#contract/identity/team.ts'
import type { MailKind } from '#contract/operations/emails/mail-kinds.ts'
import type { Database } from '#server/database/database.ts'
import { StartupError } from '#server/database/startup-error.ts'
import { hasSecretLink, withoutSecretLinks } from '#server/platform/http/secret-links.ts'
import type { Seal } from '#server/platform/secrets/sealing.ts'
import type { Email } from './email.ts'
import { LINK_HOURS } from './link-hours.ts'
import { inHours, removeOld, selectUseless, setWithoutLinks } from './queries.ts'

type Body = { text: string; html: string }

export const storedEmail = (seal: Seal, email: Email) => ({
  ...email,
  ...sealedBody(seal, email),
  linkUntil: hasSecretLink(email.text) ? inHours(linkHours(email.kind)) : null,
})

export const sealedBody = (seal: Seal, { text, html }: Body) => ({
  text: seal.seal(text),
  html: seal.seal(html),
  sealedWith: seal.keyId ?? null,
})

export const openBody = (seal: Seal, { text, html }: Body) => ({ text: seal.open(text), html: seal.open(html) })

/** The stored email after its link has expired or was sent. */
export function withoutLinks(seal: Seal, stored: Body) {
  const { text, html } = openBody(seal, stored)
  return { ...sealedBody(seal, { text: withoutSecretLinks(text), html: withoutSecretLinks(html) }), linkUntil: null }
}

const BATCH = 500

type Tidying = {
  seal: Seal
  keptDays: number
  /** False in a demo, whose outbox is the only place to follow a link. */
  areSent: boolean
}

/** Removes links that expired or were sent, and deletes old emails. */
export async function tidyMails(db: Database, { seal, keptDays, areSent }: Tidying) {
  while ((await removeLinks(db, seal, areSent)) === BATCH);
  while ((await removeOld(db, keptDays, BATCH)) === BATCH);
}

async function removeLinks(db: Database, seal: Seal, areSent: boolean) {
  const rows = await selectUseless(db, areSent, BATCH)
  for (const { id, ...body } of rows) await setWithoutLinks(db, id, withoutReadableLinks(seal, body))
  return rows.length
}

/** Keeps a body that was encrypted with another secret: its link can't be read. */
function withoutReadableLinks(seal: Seal, stored: Body) {
  try {
    return withoutLinks(seal, stored)
  } catch (error) {
    if (error instanceof StartupError) return { linkUntil: null }
    throw error
  }
}

/** No link outlives an invitation. */
const linkHours = (kind: MailKind) => LINK_HOURS[kind] ?? INVITATION_DAYS * 24
