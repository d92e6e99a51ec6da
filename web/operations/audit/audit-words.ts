import { cancellationReasons, isCancellationReason } from '#contract/billing/subscriptions/cancellation-reasons.ts'
import { toAmount } from '#contract/money.ts'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { jobTitle } from '#contract/operations/jobs.ts'
import { Role, roleTitle } from '#contract/roles.ts'
import { fieldName } from '#contract/text.ts'
import { recordedValue } from '#web/app/words/recorded-value.ts'

const nameless = { user: 'A former user', device: 'A device', system: 'System', anonymous: 'A visitor' }

export const actorText = ({ actorKind, actorName }: AuditEntry) => actorName ?? nameless[actorKind]

export const subjectName = ({ subjectKind, subjectName: name }: AuditEntry) => name ?? `one ${kindText(subjectKind)}`

export const kindText = (kind: string | null) => kind?.replaceAll('-', ' ') ?? 'thing'

/** Fields whose values are words of the API, not of people. */
const CODED = /^(role|status|kind|effective)$|(Status|Type)$/

function wordsOf(field: string, value: string) {
  if (field === 'cancellationReason' && isCancellationReason(value)) return cancellationReasons[value]
  if (!CODED.test(field)) return value
  const role = field === 'role' && Role.options.find((option) => option === value)
  return role ? roleTitle(role) : value.replaceAll('_', ' ')
}

/** The value after the change, or the one before it if nothing is left. */
export function valueIn({ changes }: Pick<AuditEntry, 'changes'>, field: string) {
  const [before, after] = changes[field] ?? []
  const value = after ?? before
  if (field === 'job') return `“${jobTitle(String(value))}”`
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return '…'
  return wordsOf(field, value)
}

/** Fields whose name in the log differs from the name on screen. */
const names = new Map([
  ['contentLength', 'Length of the text'],
  ['currentPeriodEnd', 'End of the period'],
  ['deviceFingerprint', 'Device UUID'],
  ['endsOn', 'Last day'],
  ['fileDevice', 'Device UUID of the file'],
  ['fileExpiresAt', 'File expires'],
  ['isHelpful', 'Helpful'],
  ['isMfaEnabled', 'Two-factor authentication'],
  ['isMfaRequired', 'Two-factor authentication required'],
  ['isPaused', 'Paused'],
  ['isSsoRequired', 'Single sign-on required'],
  ['isTrial', 'Trial'],
  ['issuer', 'Identity provider'],
  ['sha256', 'SHA-256'],
  ['twelveMonthCents', 'Price of twelve months'],
])

const CENTS = /Cents$/

export const changesOf = ({ changes }: Pick<AuditEntry, 'changes'>) =>
  Object.entries(changes).map(([field, [before, after]]) => ({
    field: names.get(field) ?? fieldName(field.replace(CENTS, '')),
    before: valueText(field, before),
    after: valueText(field, after),
  }))

export const changesText = (entry: Pick<AuditEntry, 'changes'>) =>
  changesOf(entry)
    .map(({ field, before, after }) => `${field}: ${before === NOTHING ? '' : `${before} → `}${after}`)
    .join(', ')

const NOTHING = '—'

function valueText(field: string, value: unknown) {
  if (typeof value === 'number' && CENTS.test(field)) return `R${toAmount(value)}`
  const text = recordedValue(value) ?? NOTHING
  return typeof value === 'string' ? wordsOf(field, text) : text
}
