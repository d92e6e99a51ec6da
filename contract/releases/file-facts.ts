import * as z from 'zod/mini'
import { Instant } from '#contract/text.ts'

/** The Authenticode signature of a file. Not verified: the chain to a trusted root, revocation, and the time stamp. */
export const FileSignature = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** SHA-1 of the certificate, as Windows shows it. */
  thumbprint: z.string(),
  notBefore: z.nullable(Instant),
  notAfter: z.nullable(Instant),
  /** Whether the file's bytes are those that were signed, and the certificate's key has signed them. */
  isValid: z.boolean(),
})
export type FileSignature = z.infer<typeof FileSignature>

/** Read from a Windows program. Null for what it does not say. */
export const FileFacts = z.object({
  machine: z.nullable(z.enum(['x86', 'x64', 'arm64', 'other'])),
  fileVersion: z.nullable(z.string()),
  productVersion: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  companyName: z.nullable(z.string()),
  /** Null: it has none. */
  signature: z.nullable(FileSignature),
})
export type FileFacts = z.infer<typeof FileFacts>
