import * as z from 'zod/mini'

/** Control characters and lone surrogates cannot be stored in PostgreSQL or shown on a line. */
const LINE = /^[^\p{Cc}\p{Cs}]*$/u
const PARAGRAPH = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u
const UNREADABLE = 'Contains characters that cannot be used'

type Limits = { min?: number; max: number; message?: string }

const text = (pattern: RegExp, { min = 1, max, message = 'Required' }: Limits) =>
  z
    .string(message)
    .check(
      z.trim(),
      z.minLength(min, message),
      z.maxLength(max, `Must be at most ${max} characters`),
      z.regex(pattern, UNREADABLE),
    )

/** One trimmed line of at least `min` (1) and at most `max` characters. */
export const line = (limits: Limits) => text(LINE, limits)

/** Trimmed text that may have line breaks. */
export const paragraph = (limits: Limits) => text(PARAGRAPH, limits)

/** A line that may be left out; an empty one counts as left out. */
export const optionalLine = (max: number) => z.optional(line({ min: 0, max }))

export const optionalParagraph = (max: number) => z.optional(paragraph({ min: 0, max }))

/** An email address as people type it: trimmed, at most 254 characters (RFC 5321). */
export const emailAddress = (message: string) =>
  z.string(message).check(z.trim(), z.maxLength(254, message), z.email(message))

/** A point in time on the wire: ISO 8601, UTC. */
export const Instant = z.iso.datetime({ offset: true })

/** A day on the wire: 2025-03-05. */
export const Day = z.iso.date('Must be a date like 2025-03-05')

/** The `updatedAt` a change was based on, bare or quoted like an ETag. */
export const IfMatch = z.object({ 'if-match': z.optional(z.string().check(z.maxLength(100))) })
