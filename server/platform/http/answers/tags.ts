import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { sha256 } from '#server/platform/hashing.ts'
import { badRequest, conflict } from '#server/platform/http/errors.ts'

export const tagOf = (content: string | Buffer) => `"${sha256(content).toString('base64url')}"`

/** Matches a list of tags, also weak ones, or *. */
export const hasTag = (header: string | undefined, etag: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false

type AnswerKind = NonNullable<Endpoint['config']['serves']>

declare module 'fastify' {
  interface FastifyContextConfig {
    serves?: AnswerKind
  }
}

/** Whether the client has this version of what the endpoint serves. */
export function isUnchanged({ headers, route }: FastifyRequest, etag: string, serves: AnswerKind) {
  if (route.config.serves !== serves) throw new Error(`${route.url} does not declare that it serves: ${serves}`)
  return hasTag(headers['if-none-match'], etag)
}

/** Throws a 409 unless a change is based on the stored version, or on none. `noun`: 'license' */
export function requireVersion(versions: string[] | undefined, { updatedAt }: { updatedAt: string }, noun: string) {
  if (versions && !versions.includes(updatedAt))
    throw conflict(`Someone else changed this ${noun}. Check it and try again.`)
}

const BARE = String.raw`[^\s",]+`
const TAGS = String.raw`(?:W/)?"[^\s"]*"(?:\s*,\s*(?:W/)?"[^\s"]*")*`
const VALID = new RegExp(`^(?:${BARE}|${TAGS})$`)

/** The versions that a change may be based on, from If-Match. Undefined without it, or if any will do (*). */
export function basedOn(headers: { 'if-match'?: string | undefined }) {
  const header = headers['if-match']?.trim()
  if (header === undefined || header === '*') return undefined
  if (!VALID.test(header))
    throw badRequest('If-Match is not valid. Send the updatedAt that you read, or leave the header out.')
  return header.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''))
}
