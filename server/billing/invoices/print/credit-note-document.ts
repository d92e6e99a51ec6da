import { type SessionUser, scopeOf } from '#server/platform/http/access.ts'
import { notFound } from '#server/platform/http/errors.ts'
import { printedFile } from '#server/platform/pdf/file.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findPrintedCreditNote } from './queries.ts'

/** The PDF of a credit note, and the name to save it by. */
export async function readCreditNoteDocument({ db, limits }: Platform, user: SessionUser, id: string) {
  const note = await findPrintedCreditNote(db, scopeOf(user), id)
  if (!note) throw notFound('Credit note')
  await limits.spend('printed document by user', user.id)
  const { printCreditNote } = await import('./credit-note-pdf.ts')
  return printedFile(await printCreditNote(note), `${note.creditNoteNumber}.pdf`)
}
