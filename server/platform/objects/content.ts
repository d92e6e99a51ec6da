import { MAX_SIZE, type UploadPurpose } from '#contract/uploads.ts'

/** What a file may be: the bytes it starts with decide, never its name or what the sender calls it. */
export type Content = { type: string; extension: string; startsWith: Buffer; maxSize: number; refusal: string }

export const contents: Record<UploadPurpose, Content> = {
  invoice: {
    type: 'application/pdf',
    extension: 'pdf',
    startsWith: Buffer.from('%PDF-'),
    maxSize: MAX_SIZE.invoice,
    refusal: 'This file is not a PDF.',
  },
}
