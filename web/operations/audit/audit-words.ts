import type { AuditEntry } from '#contract/operations/audit.ts'
import { fieldName, inWords } from '#contract/text.ts'

const nameless = { user: 'A former user', device: 'A device', system: 'System', anonymous: 'A visitor' }

export const actorText = ({ actorKind, actorName }: AuditEntry) => actorName ?? nameless[actorKind]

/** 'License: Front desk', or only what it is where the name is gone. Nothing of who did it to themselves. */
export const subjectText = ({ subjectKind, subjectName, subjectId, actorId }: AuditEntry) =>
  subjectKind && subjectId !== actorId ? [inWords(subjectKind), subjectName].filter(Boolean).join(': ') : ''

/** 'Front desk', or what it is where the name is gone: 'one invoice'. */
export const subjectName = ({ subjectKind, subjectName: name }: AuditEntry) => name ?? `one ${kindText(subjectKind)}`

/** 'license-request' → 'license request' */
export const kindText = (kind: string | null) => kind?.replaceAll('-', ' ') ?? 'thing'

/** Field, before and after, as people read them. */
export const changesOf = ({ changes }: AuditEntry) =>
  Object.entries(changes).map(([field, [before, after]]) => ({
    field: fieldName(field),
    before: valueText(before),
    after: valueText(after),
  }))

export const changesText = (entry: AuditEntry) =>
  changesOf(entry)
    .map(({ field, before, after }) => `${field}: ${before === NOTHING ? '' : `${before} → `}${after}`)
    .join(', ')

const NOTHING = '—'

function valueText(value: unknown) {
  if (value === null || value === '') return NOTHING
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
