import * as z from 'zod/mini'

export const DocumentType = z.enum(['doc', 'faq', 'guide', 'policy', 'tutorial'])
export type DocumentType = z.infer<typeof DocumentType>
