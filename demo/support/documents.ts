import { readFileSync, readdirSync } from 'node:fs'
import * as z from 'zod/mini'
import { DocumentType } from '#contract/support/documents.ts'
import type { Calendar } from '#demo/calendar.ts'
import type { Account } from '#demo/identity/accounts.ts'
import type { Random } from '#demo/random.ts'
import type { DocumentRow } from '#demo/rows/documents.ts'

const folder = new URL('./documents/', import.meta.url)

const Facts = z.object({
  title: z.string(),
  type: DocumentType,
  tags: z.string(),
  days: z.coerce.number(),
  draft: z.optional(z.literal('yes')),
})

/** Reads the articles. Each file starts with its metadata. */
export function buildDocuments(
  accounts: Account[],
  random: Random,
  calendar: Calendar,
): (DocumentRow & { id: string })[] {
  const author = accounts.find(({ role }) => role === 'admin')
  return readdirSync(folder).map((name) => {
    const { facts, content } = readArticle(name)
    const createdAt = calendar.ago({ days: facts.days })
    const updatedAt = calendar.ago({ days: Math.floor(facts.days / 3) })
    const { title, type } = facts
    return {
      id: random.uuid(),
      title,
      type,
      tags: facts.tags.split(', '),
      content,
      published: !facts.draft,
      userId: author?.id ?? null,
      createdAt,
      updatedAt,
    }
  })
}

const ARTICLE = /^---\n(?<facts>.*?)\n---\n(?<content>.*)$/s

function readArticle(name: string) {
  const { facts = '', content = '' } = ARTICLE.exec(readFileSync(new URL(name, folder), 'utf8'))?.groups ?? {}
  const pairs = facts.split('\n').map((row) => row.split(/: (.*)/, 2))
  return { facts: z.parse(Facts, Object.fromEntries(pairs)), content: content.trim() }
}
