import { MAIL_KINDS, mailName } from '#contract/operations/emails/mail-kinds.ts'
import { refusalToResend } from '#contract/operations/outbox.ts'
import type { Actor } from '#server/platform/actor.ts'
import { audit } from '#server/platform/audit.ts'
import { conflict, notFound } from '#server/platform/http/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findMail } from './queries.ts'

/** Queues a copy, at most one per minute. The original keeps the time at which it was sent. */
export const resendMail = (platform: Platform, actor: Actor, id: string) =>
  platform.db.transaction(async (tx) => {
    const found = await findMail({ ...platform, db: tx }, id)
    if (!found) throw notFound('Email')
    const { mail, attachment, thread, minute } = found
    const refusal = refusalToResend(mail)
    if (refusal) throw conflict(refusal)
    const { to, subject, text, html } = mail
    const kind = MAIL_KINDS.find((known) => known === mail.kind)
    if (!kind) throw conflict('This portal no longer writes emails of this kind.')
    const once = `resent ${id} ${minute}`
    if (!(await platform.mailer.queue(tx, { kind, to, subject, text, html, thread }, { once, attachment })))
      throw conflict('This email was sent again a moment ago.')
    await audit(tx, actor, { action: 'email.resent', changes: { email: [null, mailName(kind)], to: [null, to] } })
  })
