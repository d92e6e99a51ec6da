import { MAX_SIZE, type UploadPurpose } from '#contract/uploads.ts'

/** What a file may be: the bytes it starts with decide, never its name or what the sender calls it. */
export type Content = {
  type: string
  extension: string
  /** It must start with one of these. */
  signatures: readonly Buffer[]
  maxSize: number
  refusal: string
}

export const contents: Record<UploadPurpose, Content> = {
  invoice: {
    type: 'application/pdf',
    extension: 'pdf',
    signatures: [Buffer.from('%PDF-')],
    maxSize: MAX_SIZE.invoice,
    refusal: 'This file is not a PDF.',
  },
  application: {
    type: 'application/octet-stream',
    extension: 'bin',
    // A Windows program, an installer database, an archive.
    signatures: [Buffer.from('MZ'), Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('PK\x03\x04')],
    maxSize: MAX_SIZE.application,
    refusal: 'This file is not an .exe, .msi or .zip.',
  },
}
