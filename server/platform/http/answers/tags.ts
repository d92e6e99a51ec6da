/** Matches a list of tags, also weak ones, or *. */
export const hasTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false

/** The version that a change is based on, from If-Match. Undefined without one, or if any will do (*). */
export const basedOn = (headers: { 'if-match'?: string | undefined }) => {
  const tag = headers['if-match']?.trim()
  return tag === '*' ? undefined : tag?.replace(/^W\//, '').replaceAll('"', '')
}
