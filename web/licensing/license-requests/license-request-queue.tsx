import { ChevronDown, ChevronUp } from 'lucide-react'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty, EmptyPlace } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useRequestPages, type RequestFilter } from './admin-api.ts'
import { LicenseRequestRow } from './license-request-row.tsx'

const LicenseRequestDialog = onDemand(async () => (await import('./license-request-dialog.tsx')).LicenseRequestDialog)

const DECIDED = 'license-requests-decided'

export function LicenseRequestQueue({ organizationId }: { organizationId?: string }) {
  const [opened] = useUrlState('request')
  const [decided, setDecided] = useUrlState('decided')

  return (
    <Card title="License Requests" flush>
      <Requests wanted={{ status: 'pending', organizationId }} empty="No pending license requests." />
      <div className="border-t px-5 py-3">
        <Button
          size="small"
          variant="ghost"
          aria-expanded={Boolean(decided)}
          aria-controls={DECIDED}
          onClick={() => setDecided(decided ? '' : '1')}
        >
          {decided ? <ChevronUp aria-hidden /> : <ChevronDown aria-hidden />}
          {decided ? 'Hide decided' : 'Show decided'}
        </Button>
      </div>
      <section id={DECIDED} aria-label="Decided license requests" hidden={!decided}>
        {decided && (
          <Requests wanted={{ status: 'decided', organizationId }} empty="No decided license requests yet." />
        )}
      </section>
      {opened && <LicenseRequestDialog id={opened} onClose={() => setUrl({ request: null, decision: null })} />}
    </Card>
  )
}

function Requests({ wanted, empty }: { wanted: RequestFilter; empty: string }) {
  const pages = useRequestPages(wanted)
  return (
    <Loaded query={pages} failure={notLoaded('the license requests')} skeleton={<SkeletonRows rows={2} />}>
      {({ rows, total }) => (
        <>
          <EmptyPlace>{rows.length === 0 && <Empty>{empty}</Empty>}</EmptyPlace>
          {rows.length > 0 && (
            <ul className="divide-y border-t">
              {rows.map((request) => (
                <LicenseRequestRow key={request.id} request={request} isOfOne={Boolean(wanted.organizationId)} />
              ))}
            </ul>
          )}
          {pages.hasNextPage && (
            <p className="flex flex-wrap items-center gap-3 border-t px-5 py-3 text-[13px] text-fg2">
              {rows.length} of {total}
              <Button size="small" isPending={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
                {pages.isFetchingNextPage ? 'Loading more…' : 'Load more'}
              </Button>
            </p>
          )}
        </>
      )}
    </Loaded>
  )
}
