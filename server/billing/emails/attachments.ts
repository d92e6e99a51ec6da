import type { Attachment } from '#server/database/schema/emails.ts'

/** A number that somebody typed may not do as a file's name. */
const nameOf = (number: string) => `${number.replaceAll(/[\\/:]/g, '-')}.pdf`

type Owned = { organizationId: string; id: string }

/** The invoice, as it is when the letter is sent. */
export const invoiceFile = ({ organizationId, id, invoiceNumber }: Owned & { invoiceNumber: string }): Attachment => ({
  kind: 'invoice',
  id,
  organizationId,
  fileName: nameOf(invoiceNumber),
})

export const creditNoteFile = (note: Owned & { creditNoteNumber: string }): Attachment => ({
  kind: 'credit-note',
  id: note.id,
  organizationId: note.organizationId,
  fileName: nameOf(note.creditNoteNumber),
})
