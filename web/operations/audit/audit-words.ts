import { toAmount } from '#contract/money.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { fieldName, inWords } from '#contract/text.ts'

const nameless = { user: 'A former user', device: 'A device', system: 'System', anonymous: 'A visitor' }

export const actorText = ({ actorKind, actorName }: AuditEntry) => actorName ?? nameless[actorKind]

/** 'License: Front desk', or only the kind if the name is unknown. Empty for changes of the actor's own account. */
export const subjectText = ({ subjectKind, subjectName, subjectId, actorId }: AuditEntry) =>
  subjectKind && subjectId !== actorId ? [inWords(subjectKind), subjectName].filter(Boolean).join(': ') : ''

export const subjectName = ({ subjectKind, subjectName: name }: AuditEntry) => name ?? `one ${kindText(subjectKind)}`

export const kindText = (kind: string | null) => kind?.replaceAll('-', ' ') ?? 'thing'

/** Fields whose name in the log differs from the name on screen. */
const names = new Map([
  ['contentLength', 'Length of the text'],
  ['currentPeriodEnd', 'End of the period'],
  ['deviceFingerprint', 'Device UUID'],
  ['fileDevice', 'Device UUID of the file'],
  ['fileExpiresAt', 'File expires'],
  ['isHelpful', 'Helpful'],
  ['isMfaEnabled', 'Two-factor authentication'],
  ['isPaused', 'Paused'],
  ['sha256', 'SHA-256'],
  ['twelveMonthCents', 'Price of twelve months'],
])

const CENTS = /Cents$/

export const changesOf = ({ changes }: AuditEntry) =>
  Object.entries(changes).map(([field, [before, after]]) => ({
    field: names.get(field) ?? fieldName(field.replace(CENTS, '')),
    before: valueText(field, before),
    after: valueText(field, after),
  }))

export const changesText = (entry: AuditEntry) =>
  changesOf(entry)
    .map(({ field, before, after }) => `${field}: ${before === NOTHING ? '' : `${before} → `}${after}`)
    .join(', ')

const NOTHING = '—'

const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

function valueText(field: string, value: unknown) {
  if (value === null || value === '') return NOTHING
  if (typeof value === 'number' && CENTS.test(field)) return `R${toAmount(value)}`
  if (typeof value === 'string' && INSTANT.test(value)) return formatDateTime(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
