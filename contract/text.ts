import * as z from 'zod/mini'

/** PostgreSQL cannot store control characters and lone surrogates. */
const LINE = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]*$/u
const PARAGRAPH = /^(?:[^\p{Cc}\p{Cs}]|[\n\r\t])*$/u
const UNREADABLE = 'Contains characters that cannot be used'

const JOINING_SCRIPTS =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar'
const JOINED = JOINING_SCRIPTS.split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')
const PICTURE = String.raw`\p{Extended_Pictographic}`

/**
 * Invisible or direction-changing characters, with which different texts look alike. Excludes joiners of scripts that need them, and parts
 * of emojis.
 */
const INVISIBLE = new RegExp(
  [
    String.raw`[^\P{Default_Ignorable_Code_Point}\u200c\u200d\ufe0e\ufe0f]`,
    String.raw`[\ufff9-\ufffb]`,
    // Braille's space, except between Braille letters.
    String.raw`(?<![\u2801-\u28ff])\u2800|\u2800(?![\u2801-\u28ff])`,
    String.raw`(?<!${PICTURE})[\ufe0e\ufe0f](?!\u20e3)`,
    String.raw`(?<![${JOINED}${PICTURE}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d]`,
    String.raw`[\u200c\u200d](?![${JOINED}${PICTURE}])`,
  ].join('|'),
  'gu',
)
const HAS_INVISIBLE = 'Contains invisible characters. Type it instead of pasting it.'

const isVisible = (text: string) => text.search(INVISIBLE) === -1

type Limits = { min?: number; max: number; message?: string }

/** The message beside its field. The sentence of a refusal names the field (error-handler.ts). */
export const REQUIRED = 'Required'

const text = (pattern: RegExp, { min = 1, max, message = REQUIRED }: Limits, clean = z.trim()) =>
  z
    .string(message)
    .check(
      clean,
      z.minLength(min, message),
      z.maxLength(max, `Must be at most ${max} characters`),
      z.regex(pattern, UNREADABLE),
    )

/** One trimmed line of `min` (default 1) to `max` characters. */
export const line = (limits: Limits) => text(LINE, limits).check(z.refine(isVisible, HAS_INVISIBLE))

/** A line from a program or the clipboard: invisible characters are removed instead of refused. */
export const copiedLine = (limits: Limits) =>
  text(
    LINE,
    limits,
    z.overwrite((copied) => copied.replace(INVISIBLE, '').trim()),
  )

/** A line accepted before invisible characters were refused. */
export const knownLine = (limits: Limits) => text(LINE, limits)

/** Trimmed text with line breaks. */
export const paragraph = (limits: Limits) => text(PARAGRAPH, limits)

/** As a keyboard types it: documents and Asian keyboards write other hyphens and full-width digits. '４C‑44' → '4C-44' */
export const typedPlainly = (text: string) => text.normalize('NFKC').replace(/[\p{Pd}\u2212\u30FC]/gu, '-')

/** Optional; an empty line counts as missing. */
export const optionalLine = (max: number) => z.optional(line({ min: 0, max, message: NO_TEXT }))

export const optionalParagraph = (max: number) => z.optional(paragraph({ min: 0, max, message: NO_TEXT }))

const NO_TEXT = 'Must be text'

/** A trimmed email address of at most 254 characters (RFC 5321). */
export const emailAddress = (message: string) =>
  z.string(message).check(z.trim(), z.maxLength(254, message), z.email(message))

/** ISO 8601, UTC. */
export const Instant = z.iso.datetime({ offset: true })

const [EARLIEST, LATEST] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')]
const OUT_OF_RANGE = 'The time must be in the years 1 to 9999'

/** An instant in a request. PostgreSQL stores more years than a response can contain. */
export const RequestedInstant = Instant.check(
  z.refine((at) => !(Date.parse(at) < EARLIEST || Date.parse(at) >= LATEST), OUT_OF_RANGE),
)

/** 2025-03-05 */
export const Day = z.iso
  .date('Must be a date like 2025-03-05')
  .check(z.refine((day) => day >= '0001-01-01', 'The year must be at least 1'))

/** `name`: 'payment date'. Catches mistyped years, such as 0026 and 2206. */
export const RecentDay = (name: string) =>
  Day.check(
    z.refine((day) => day >= '2000-01-01', `The ${name} can’t be before the year 2000.`),
    z.refine((day) => day < '2100-01-01', `The ${name} can’t be after the year 2099.`),
  )

/** 'license-request' → 'License request' */
export function inWords(name: string) {
  const words = name.replace(/[-_]/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** 'deviceFingerprint' → 'Device fingerprint' */
export const fieldName = (field: string) => inWords(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
