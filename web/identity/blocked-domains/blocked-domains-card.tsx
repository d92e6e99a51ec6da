import { Ban, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import type { BlockedDomain } from '#contract/identity/blocked-domains.ts'
import { countOf } from '#contract/quantities.ts'
import { loadNextPage } from '#web/app/api/pages.ts'
import { PagedFooter } from '#web/app/lists/paged-footer.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { EmptySkeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { ScrollEnd } from '#web/ui/table/scroll-end.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useBlockedDomainPages, useUnblockDomain } from './api.ts'

const BlockDomainDialog = onDemand(async () => (await import('./block-domain-dialog.tsx')).BlockDomainDialog)

/** ?block=1 opens the dialog. */
export function BlockedDomainsCard() {
  const pages = useBlockedDomainPages()
  const [isBlocking] = useUrlState('block')
  const [unblocked, unblock] = useState<BlockedDomain | null>(null)
  return (
    <Card
      title="Blocked Domains"
      description="New registrations from these domains are refused. Existing accounts and invitations work as before."
      flush
      actions={<BlockButton />}
    >
      <Loaded query={pages} failure={notLoaded('the blocked domains')} skeleton={<EmptySkeleton />}>
        {({ rows }) => (
          <ScrollEnd onNear={() => loadNextPage(pages)} shows="">
            <Table
              label="List of Blocked Domains"
              rows={rows}
              columns={columnsFor(unblock)}
              rowKey={({ id }) => id}
              empty={<Empty icon={ShieldCheck}>No blocked domains.</Empty>}
              footer={<PagedFooter pages={pages} count={(total) => countOf(total, 'domain')} />}
            />
          </ScrollEnd>
        )}
      </Loaded>
      {isBlocking && <BlockDomainDialog onClose={() => setUrl({ block: null })} />}
      {unblocked && <UnblockDialog blocked={unblocked} onClose={() => unblock(null)} />}
    </Card>
  )
}

const BlockButton = () => (
  <Button {...intent(BlockDomainDialog)} onClick={() => setUrl({ block: '1' }, { replace: false })}>
    <Ban aria-hidden />
    Block Domain
  </Button>
)

const columnsFor = (unblock: (blocked: BlockedDomain) => void): Column<BlockedDomain>[] => [
  {
    key: 'domain',
    header: 'Domain',
    grow: 60,
    phone: 'title',
    cell: ({ domain }) => <Truncate text={domain} className="font-medium" />,
  },
  {
    key: 'blockedBy',
    header: 'Blocked by',
    grow: 40,
    phone: 'line',
    cell: ({ blockedBy }) => <Truncate text={blockedBy ?? '—'} />,
  },
  {
    key: 'createdAt',
    header: 'Since',
    phone: 'hidden',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDate} full={formatInstant} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'bare',
    cell: (blocked) => (
      <Button size="small" aria-label={`Unblock ${blocked.domain}`} onClick={() => unblock(blocked)}>
        Unblock
      </Button>
    ),
  },
]

function UnblockDialog({ blocked: { id, domain }, onClose }: { blocked: BlockedDomain; onClose: () => void }) {
  const { mutateAsync } = useUnblockDomain()
  return (
    <ConfirmDialog
      title={`Unblock ${domain}?`}
      description="People with an address there can register again. Each registration still needs an approval."
      confirm="Unblock"
      pending="Unblocking…"
      tone="primary"
      onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
      onClose={onClose}
    />
  )
}
