import type { AuditEntry } from '#contract/operations/audit.ts'

/** All entries of a request. Its oldest leads, because that names the request. */
export type RequestGroup = { id: string; lead: AuditEntry; others: AuditEntry[] }

/** Entries beside each other of the same request become one group. Takes and returns the newest first. */
export function groupByRequest(entries: readonly AuditEntry[]): RequestGroup[] {
  const groups: AuditEntry[][] = []
  for (const entry of entries) {
    const last = groups.at(-1)
    const isSame = entry.requestId !== null && last?.[0]?.requestId === entry.requestId
    if (isSame) last.unshift(entry)
    else groups.push([entry])
  }
  return groups.flatMap(([lead, ...others]) => (lead ? [{ id: lead.id, lead, others }] : []))
}
