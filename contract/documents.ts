import * as z from 'zod/mini'
import { refusals, type Endpoint } from './endpoint.ts'
import { listQuery } from './lists.ts'
import { Instant, line } from './text.ts'

export const DocumentType = z.enum(['doc', 'faq', 'guide', 'policy', 'tutorial'])
export type DocumentType = z.infer<typeof DocumentType>

/** An article of the knowledge base. */
export const Document = z.object({
  id: z.uuid(),
  title: z.string(),
  type: DocumentType,
  /** Markdown. */
  content: z.string(),
  tags: z.array(z.string()),
  published: z.boolean(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type Document = z.infer<typeof Document>

/** Tags are compared without regard to case. */
const Tag = line({ max: 60 })

const { limit, cursor, search } = listQuery(DocumentType).shape

export const documents = {
  list: {
    method: 'GET',
    url: '/api/docs',
    config: { access: 'signed-in' },
    schema: {
      summary:
        'The knowledge base, newest first; drafts for staff only. The search finds documents that have all its words',
      querystring: z.object({ limit, cursor, search, type: z.optional(DocumentType), tag: z.optional(Tag) }),
      response: { 200: z.array(Document), ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
