import { conflict } from '#server/platform/http/errors.ts'

/** Matches a list of tags, also weak ones, or *. */
export const hasTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false

/** Throws a 409 unless a change is based on the stored version, or on none. `noun`: 'license' */
export function requireVersion(version: string | undefined, { updatedAt }: { updatedAt: string }, noun: string) {
  if (version !== undefined && version !== updatedAt)
    throw conflict(`Someone else changed this ${noun}. Check it and try again.`)
}

/** The version that a change is based on, from If-Match. Undefined without one, or if any will do (*). */
export const basedOn = (headers: { 'if-match'?: string | undefined }) => {
  const tag = headers['if-match']?.trim()
  return tag === '*' ? undefined : tag?.replace(/^W\//, '').replaceAll('"', '')
}
