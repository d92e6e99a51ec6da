import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { AuditEntry } from '#contract/operations/audit.ts'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import { partsOf, sentenceOf } from '#contract/operations/audit/audit-sentences.ts'
import { links } from '#web/app/links.ts'
import { actorText, kindText, valueIn } from './audit-words.ts'

type Props = { entry: AuditEntry; isAdmin: boolean }

/** 'Sibusiso Mabuza revoked license Front desk', with links. */
export function Sentence({ entry, isAdmin }: Props) {
  const words = sentenceOf(entry.action, entry.outcome)
  return (
    <>
      <Named to={isAdmin && entry.actorId ? links.userDetails(entry.actorId) : undefined}>{actorText(entry)}</Named>
      {words === undefined ? `: ${actionName(entry.action)}` : ' '}
      {words !== undefined &&
        partsOf(words).map((part) => <Part key={part} part={part} entry={entry} isAdmin={isAdmin} />)}
    </>
  )
}

function Part({ part, entry, isAdmin }: Props & { part: string }) {
  if (part === '{subject}') return <Subject entry={entry} isAdmin={isAdmin} />
  if (part === '{organization}') return <Organization entry={entry} isAdmin={isAdmin} />
  return part.startsWith('{') ? valueIn(entry, part.slice(1, -1)) : part
}

function Subject({ entry, isAdmin }: Props) {
  const { subjectKind, subjectId, subjectName } = entry
  if (!subjectName) return `a deleted ${kindText(subjectKind)}`
  const to = subjectId === null ? undefined : addressOf(entry, subjectId, isAdmin)
  return <Named to={to}>{subjectName}</Named>
}

const Organization = ({ entry: { organizationId, organizationName }, isAdmin }: Props) => (
  <Named to={isAdmin && organizationId ? links.customer(organizationId) : undefined}>
    {organizationName ?? 'a deleted organization'}
  </Named>
)

const Named = ({ to, children }: { to: string | undefined; children: ReactNode }) =>
  to === undefined ? (
    <span className="font-medium">{children}</span>
  ) : (
    <Link href={to} className="font-medium text-accent hover:underline">
      {children}
    </Link>
  )

function addressOf({ subjectKind }: AuditEntry, id: string, isAdmin: boolean) {
  if (subjectKind === 'license') return links.license(id)
  if (subjectKind === 'invoice') return isAdmin ? links.adminInvoice(id) : links.invoice(id)
  if (subjectKind === 'ticket') return links.ticket(id)
  if (subjectKind === 'document') return links.document(id)
  if (!isAdmin) return undefined
  if (subjectKind === 'organization') return links.customer(id)
  if (subjectKind === 'version') return links.versions
  if (subjectKind !== 'user') return undefined
  return links.userDetails(id)
}
