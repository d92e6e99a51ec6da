import type { ReactNode } from 'react'
import { actionName, type AuditEntry } from '#contract/audit.ts'
import { formatInstant } from '#contract/dates.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { OutcomeBadge } from './audit-columns.tsx'
import { actorText, changesOf, subjectText } from './audit-words.ts'

type Props = { entry: AuditEntry; onClose: () => void }

/** One entry with all that is known, uncut. */
export const AuditDialog = ({ entry, onClose }: Props) => (
  <Dialog side="right" title={actionName(entry.action)} description={formatInstant(entry.createdAt)} onClose={onClose}>
    <dl className="grid gap-3">
      <Fact name="Actor">{actorText(entry)}</Fact>
      {entry.organizationName && <Fact name="Organization">{entry.organizationName}</Fact>}
      {subjectText(entry) && <Fact name="Subject">{subjectText(entry)}</Fact>}
      {entry.ip && <Fact name="IP address">{entry.ip}</Fact>}
      <Fact name="Outcome">
        <OutcomeBadge outcome={entry.outcome} />
      </Fact>
      {changesOf(entry).map(({ field, before, after }) => (
        <Fact key={field} name={field}>
          <span className="text-fg2">{before}</span> → {after}
        </Fact>
      ))}
    </dl>
  </Dialog>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-[13px] text-fg2">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
