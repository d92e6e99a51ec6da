import * as z from 'zod/mini'
import { refusals, type Endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/text.ts'
import { BULK_MAX, TOO_MANY_AT_ONCE } from './changes.ts'
import { BulkResult } from './licenses.ts'

/** Per license. */
export const TAGS_MAX = 10
export const TOO_MANY_TAGS = `A license can have at most ${TAGS_MAX} tags.`
const NO_COMMA = 'A tag can’t contain a comma'

export const Tag = line({ max: 40, message: 'Enter a tag' }).check(z.regex(/^[^,]*$/, NO_COMMA))

const sameTag = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Adds and removes tags regardless of case. Existing tags keep their spelling and order. */
export function changeTags(tags: readonly string[], { add = [], remove = [] }: Pick<TagChange, 'add' | 'remove'>) {
  const kept = tags.filter((tag) => !remove.some((gone) => sameTag(gone, tag)))
  return add.reduce<string[]>((all, tag) => (all.some((known) => sameTag(known, tag)) ? all : [...all, tag]), kept)
}

const tagList = z.optional(z.array(Tag).check(z.maxLength(TAGS_MAX, TOO_MANY_TAGS)))

export const TagChange = z
  .object({
    ids: z
      .array(z.uuid())
      .check(z.minLength(1, 'Choose at least one license'), z.maxLength(BULK_MAX, TOO_MANY_AT_ONCE)),
    add: tagList,
    remove: tagList,
  })
  .check(z.refine(({ add = [], remove = [] }) => add.length + remove.length > 0, 'Nothing to change'))
export type TagChange = z.infer<typeof TagChange>

export const TagCount = z.object({ tag: z.string(), count: z.int32() })

const url = '/api/licenses/tags'

export const tags = {
  list: {
    method: 'GET',
    url,
    config: { access: 'signed-in licenses:read' },
    schema: {
      summary: 'List the tags of the organization’s licenses with their counts',
      response: { 200: z.array(TagCount), ...refusals },
    },
  },
  change: {
    method: 'POST',
    url,
    config: { access: 'org-admin licenses:write', harmless: 'Only labels licenses, and can be reversed' },
    schema: {
      summary: 'Add and remove tags of many licenses; skips those that would have too many and says why',
      body: TagChange,
      response: { 200: BulkResult, ...refusals },
    },
  },
} as const satisfies Record<string, Endpoint>
