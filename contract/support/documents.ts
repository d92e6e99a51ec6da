import * as z from 'zod/mini'
import { Done, IdParams, IfMatch, refusals, type Endpoint } from '#contract/endpoint.ts'
import { pageQuery, Search } from '#contract/lists.ts'
import { copiedLine, Instant, line, optionalParagraph, paragraph } from '#contract/text.ts'

export const DocumentType = z.enum(['doc', 'faq', 'guide', 'policy', 'tutorial'])
export type DocumentType = z.infer<typeof DocumentType>

/** A help article. */
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

/** Mark the matched words in search results. Private-use characters, which no text contains. */
export const MARK = { start: '\uE000', end: '\uE001' } as const

/** How many readers found a document helpful. */
const FeedbackCounts = z.object({ helpful: z.int32(), unhelpful: z.int32() })

/** A reader’s answer to 'Was this helpful?'. */
export const Feedback = z.object({ isHelpful: z.boolean(), comment: optionalParagraph(500) })
export type Feedback = z.infer<typeof Feedback>

export const FoundDocument = z.extend(Document, {
  /** Null for customers. */
  feedback: z.nullable(FeedbackCounts),
  /** Only in search results: the matching passage as plain text with marks. */
  excerpt: z.optional(z.string()),
})
export type FoundDocument = z.infer<typeof FoundDocument>

export const TITLE_AND_CONTENT = 'Title and content are required'

/** Compared ignoring case. */
const Tag = line({ max: 60 })

export const MAX_TAGS = 20

/** Bytes. A character takes at most three, unless it is escaped. */
const BODY_LIMIT = 1_048_576

const fields = {
  title: line({ max: 200, message: TITLE_AND_CONTENT }),
  content: paragraph({ max: 200_000, message: TITLE_AND_CONTENT }),
}

export const Tags = z.array(Tag).check(z.overwrite(withoutRepeats), z.maxLength(MAX_TAGS, `At most ${MAX_TAGS} tags`))

/** Keeps the first spelling of each tag. */
function withoutRepeats(all: string[]) {
  const spellings = new Map<string, string>()
  for (const tag of all) if (!spellings.has(tag.toLowerCase())) spellings.set(tag.toLowerCase(), tag)
  return [...spellings.values()]
}

export const NewDocument = z.object({
  ...fields,
  type: z._default(z.optional(DocumentType), 'doc'),
  tags: z._default(z.optional(Tags), []),
  published: z._default(z.optional(z.boolean()), false),
})
export type NewDocument = z.infer<typeof NewDocument>

export const DocumentChanges = z.partial(
  z.object({ ...fields, type: DocumentType, tags: Tags, published: z.boolean() }),
)
export type DocumentChanges = z.infer<typeof DocumentChanges>

/** A search returns only the best matches, on one page. */
export const MOST_FOUND = 50

/** Documents suggested before a ticket is sent. */
export const MAX_SUGGESTIONS = 4

export const DocumentQuery = z.extend(pageQuery, {
  search: Search,
  type: z.optional(DocumentType),
  tag: z.optional(Tag),
})

const url = '/api/docs'

export const documents = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in documents:read' },
    schema: {
      summary: `List documents, newest first; drafts are for staff only. A search finds documents with all its words: the best ${MOST_FOUND} on one page, with the matching passage`,
      querystring: DocumentQuery,
      response: { 200: z.array(FoundDocument), ...refusals },
    },
  },
  suggest: {
    method: 'GET',
    url: `${url}/suggestions`,
    config: { access: 'signed-in documents:read' },
    schema: {
      summary: 'Suggest published documents for a question, best match first',
      querystring: z.object({ question: copiedLine({ max: 200 }) }),
      response: { 200: z.array(z.pick(Document, { id: true, title: true, type: true })), ...refusals },
    },
  },
  one: {
    method: 'GET',
    url: `${url}/:id`,
    config: { access: 'signed-in documents:read' },
    schema: {
      summary: 'Get a document; drafts are for staff only',
      params: IdParams,
      response: { 200: Document, ...refusals },
    },
  },
  create: {
    method: 'POST',
    url,
    config: { access: 'staff documents:write', consequence: 'publication' },
    bodyLimit: BODY_LIMIT,
    schema: {
      summary: 'Create a document, as a draft by default',
      body: NewDocument,
      response: { 201: Document, ...refusals },
    },
  },
  change: {
    method: 'PATCH',
    url: `${url}/:id`,
    config: { access: 'staff documents:write', consequence: 'publication' },
    bodyLimit: BODY_LIMIT,
    schema: {
      summary: 'Change the given fields. If-Match refuses to overwrite a newer change',
      params: IdParams,
      headers: IfMatch,
      body: DocumentChanges,
      response: { 200: Document, ...refusals },
    },
  },
  feedback: {
    method: 'GET',
    url: `${url}/:id/feedback`,
    config: { access: 'signed-in documents:read' },
    schema: {
      summary: 'Get your own answer to ‘Was this helpful?’; nulls without one',
      params: IdParams,
      response: {
        200: z.object({ isHelpful: z.nullable(z.boolean()), comment: z.nullable(z.string()) }),
        ...refusals,
      },
    },
  },
  giveFeedback: {
    method: 'PUT',
    url: `${url}/:id/feedback`,
    config: { access: 'signed-in', harmless: 'The reader’s own answer' },
    schema: {
      summary: 'Answer ‘Was this helpful?’; replaces your earlier answer',
      params: IdParams,
      body: Feedback,
      response: { 200: Done, ...refusals },
    },
  },
  comments: {
    method: 'GET',
    url: `${url}/:id/comments`,
    config: { access: 'staff documents:read' },
    schema: {
      summary: 'List what readers wrote about a document, newest first, at most a hundred',
      params: IdParams,
      response: {
        200: z.array(z.object({ isHelpful: z.boolean(), comment: z.string(), updatedAt: Instant })),
        ...refusals,
      },
    },
  },
  remove: {
    method: 'DELETE',
    url: `${url}/:id`,
    config: { access: 'staff documents:write', consequence: 'publication' },
    schema: {
      summary: 'Delete a document',
      params: IdParams,
      response: { 200: Done, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
