import type { NotificationKind } from '#contract/identity/account.ts'
import type { Database } from '#server/database/database.ts'
import type { Attachment } from '#server/database/schema/emails.ts'
import { orgAdminsWanting } from '#server/domain/users.ts'
import type { Letter } from '#server/platform/mail/letter.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findOffice } from './queries.ts'

/** `firstName` is null for an office. */
export type Reader = { id: string; email: string; firstName: string | null }

/** The admins who want to hear of it, or the organization's own address where there is no admin left. */
export async function readersOf(tx: Database, organizationId: string, kind: NotificationKind): Promise<Reader[]> {
  const wanting = await orgAdminsWanting(tx, organizationId, kind)
  return wanting.length > 0 ? wanting : findOffice(tx, organizationId)
}

type Told = { once: string; compose: (reader: Reader) => Letter; attachment?: Attachment | undefined }

/** A letter to each, none twice: `once` says what is told. */
export async function write({ mailer }: Platform, tx: Database, readers: Reader[], { once, compose, ...file }: Told) {
  for (const reader of readers) await mailer.queue(tx, compose(reader), { once: `${once} ${reader.id}`, ...file })
}
