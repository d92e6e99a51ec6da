import type { ReactNode } from 'react'
import { formatInstant } from '#contract/dates.ts'
import { actionName } from '#contract/operations/audit-actions.ts'
import type { AuditEntry, AuditFilter } from '#contract/operations/audit.ts'
import { setUrl } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { NO_FILTER } from './api.ts'
import { OutcomeBadge } from './audit-columns.tsx'
import { actorText, changesOf, kindText, subjectText } from './audit-words.ts'

type Props = { entry: AuditEntry; filter: AuditFilter; onClose: () => void }

export const AuditDialog = ({ entry, filter, onClose }: Props) => (
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
    <Narrow entry={entry} filter={filter} onClose={onClose} />
  </Dialog>
)

function Narrow({ entry: { actorId, subjectId, subjectKind }, filter, onClose }: Props) {
  const narrow = (changes: Record<string, string | null>) => {
    onClose()
    setUrl(changes, { replace: false })
  }
  return (
    <div className="mt-5 flex flex-wrap gap-2">
      {actorId && actorId !== filter.actor && (
        <Button onClick={() => narrow({ actor: actorId })}>Only this actor</Button>
      )}
      {subjectId && subjectId !== filter.subject && (
        <Button onClick={() => narrow({ ...NO_FILTER, subject: subjectId })}>
          Everything about this {kindText(subjectKind)}
        </Button>
      )}
    </div>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-[13px] text-fg2">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)
