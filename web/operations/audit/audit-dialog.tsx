import type { ReactNode } from 'react'
import { formatInstant } from '#contract/dates.ts'
import type { AuditDetail, AuditEntry, AuditFilter } from '#contract/operations/audit.ts'
import { actionName } from '#contract/operations/audit/audit-actions.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl } from '#web/app/url-state.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { NO_FILTER, useAuditEntry } from './api.ts'
import { OutcomeBadge } from './audit-columns.tsx'
import { changesOf, kindText } from './audit-words.ts'
import { Sentence } from './sentence.tsx'

type Props = { id: string; filter: AuditFilter; isAdmin: boolean; onClose: () => void }

export function AuditDialog({ id, filter, isAdmin, onClose }: Props) {
  const reading = useAuditEntry(id)
  const entry = reading.data?.entry
  return (
    <Dialog
      side="right"
      title={entry ? actionName(entry.action) : 'Audit Entry'}
      description={entry && formatInstant(entry.createdAt)}
      onClose={onClose}
    >
      <Loaded query={reading} failure="Failed to load the entry. You may not be allowed to see it.">
        {(detail) => <Details {...detail} filter={filter} isAdmin={isAdmin} />}
      </Loaded>
    </Dialog>
  )
}

type DetailsProps = AuditDetail & Pick<Props, 'filter' | 'isAdmin'>

const Details = ({ entry, others, filter, isAdmin }: DetailsProps) => (
  <>
    <p className="mb-4 wrap-anywhere">
      <Sentence entry={entry} isAdmin={isAdmin} />.
    </p>
    <dl className="grid gap-3">
      {entry.organizationName && <Fact name="Organization">{entry.organizationName}</Fact>}
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
    {others.length > 0 && <SameRequest others={others} isAdmin={isAdmin} />}
    <Narrow entry={entry} filter={filter} />
  </>
)

const SameRequest = ({ others, isAdmin }: Pick<DetailsProps, 'others' | 'isAdmin'>) => (
  <section aria-label="In the same request" className="mt-5 grid gap-2">
    <h3 className="font-semibold">In the same request</h3>
    <ul className="grid gap-2">
      {others.map((entry) => (
        <li key={entry.id} className="wrap-anywhere">
          <Sentence entry={entry} isAdmin={isAdmin} />{' '}
          <OpenLink
            opens={{ entry: entry.id }}
            className={buttonClass({ variant: 'link', size: 'inline' }, 'text-[13px]')}
          >
            Details
          </OpenLink>
        </li>
      ))}
    </ul>
  </section>
)

type NarrowProps = { entry: AuditEntry; filter: AuditFilter }

function Narrow({ entry: { actorId, subjectId, subjectKind }, filter }: NarrowProps) {
  // Takes the place of the open entry, so that Back leads to the whole list.
  const narrow = (changes: Record<string, string | null>) => setUrl({ ...changes, entry: null })
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
