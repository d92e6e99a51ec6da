import * as z from 'zod/mini'
import { StartupError } from '#server/database/startup-error.ts'

const Table = z.object({ name: z.string(), columns: z.array(z.string()), only: z.optional(z.string()) })

/** The first entry. */
export const Manifest = z.object({
  format: z.literal(1),
  /** The one that made its schema. */
  release: z.string(),
  createdAt: z.iso.datetime(),
  /** Times of the migrations that its schema has. */
  migrations: z.array(z.number()),
  tables: z.array(Table),
})
export type Manifest = z.infer<typeof Manifest>

/** The last entry. An archive without it is incomplete. */
export const Closing = z.object({
  entries: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
  rows: z.record(z.string(), z.number()),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Keys of files that were missing or damaged when the backup was made. */
  lost: z.array(z.string()),
})
export type Closing = z.infer<typeof Closing>

export const MANIFEST = 'manifest.json'
export const CLOSING = 'closing.json'
export const TABLES = 'tables/'
export const FILES = 'files/'

export function parseEntry<Schema extends z.ZodMiniType>(schema: Schema, text: string): z.infer<Schema> {
  const { success, data } = z.safeParse(schema, JSON.parse(text))
  if (!success) throw new StartupError('This is no backup of Latchkey, or one of a newer release.')
  return data
}

export const countFiles = (entries: string[]) => entries.filter((name) => name.startsWith(FILES)).length
