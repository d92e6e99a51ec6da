import { ArrowLeft, History, RefreshCw, Send } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { formatAgo, formatDateTime, formatInstant } from '#contract/dates.ts'
import { KEPT_DAYS, type Delivery, type Webhook } from '#contract/operations/webhooks.ts'
import { newestOf } from '#contract/quantities.ts'
import { OpenLink } from '#web/app/parts/open-link.tsx'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useDeliveries, useResend, useSendTest } from './api.ts'
import { ReplayForm } from './replay-form.tsx'
import { DeliveryState, answerOf, isNew, nameOf } from './webhook-words.tsx'

type Props = { webhook: Webhook; onClose: () => void }

/** ?delivery=… shows one with its body and its answer. */
export function DeliveriesDialog({ webhook, onClose }: Props) {
  const deliveries = useDeliveries(webhook.id)
  const [openId] = useUrlState('delivery')
  const opened = deliveries.data?.rows.find(({ id }) => id === openId)
  return (
    <Dialog title={`Deliveries to “${nameOf(webhook)}”`} description={webhook.url} size="wide" onClose={onClose}>
      <Overview webhook={webhook} deliveries={deliveries} />
      {opened && <DeliveryDialog delivery={opened} isEnabled={webhook.isEnabled} />}
    </Dialog>
  )
}

function Overview({ webhook, deliveries }: { webhook: Webhook; deliveries: ReturnType<typeof useDeliveries> }) {
  const [isReplaying, setReplaying] = useState(false)
  if (isReplaying) return <ReplayForm id={webhook.id} onClose={() => setReplaying(false)} />
  return (
    <div className="grid gap-4">
      <Tools webhook={webhook} onReplay={() => setReplaying(true)} onRefresh={() => void deliveries.refetch()} />
      <Loaded query={deliveries} failure={notLoaded('the deliveries')} skeleton={<SkeletonRows rows={3} />}>
        {({ rows, total }) => <DeliveriesTable webhook={webhook} rows={rows} total={total} />}
      </Loaded>
    </div>
  )
}

type ToolsProps = { webhook: Webhook; onReplay: () => void; onRefresh: () => void }

function Tools({ webhook: { id, isEnabled }, onReplay, onRefresh }: ToolsProps) {
  const { mutate, isPending } = useSendTest()
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={!isEnabled} isPending={isPending} onClick={() => mutate({ params: { id } })}>
        <Send aria-hidden />
        Send Test
      </Button>
      <Button disabled={!isEnabled} onClick={onReplay}>
        <History aria-hidden />
        Replay…
      </Button>
      <Button onClick={onRefresh}>
        <RefreshCw aria-hidden />
        Refresh
      </Button>
    </div>
  )
}

const open = ({ id }: Delivery) => setUrl({ delivery: id }, { replace: false })

const nothingSent = (webhook: Webhook) =>
  isNew(webhook) ? 'Nothing has been sent yet.' : `Nothing was sent in the last ${KEPT_DAYS} days.`

const DeliveriesTable = ({ webhook, rows, total }: { webhook: Webhook; rows: Delivery[]; total: number }) => (
  <Table
    label="Deliveries"
    rows={rows}
    columns={columns}
    rowKey={({ id }) => id}
    onRowClick={open}
    empty={<Empty icon={Send}>{nothingSent(webhook)} Send a test event to try it.</Empty>}
    footer={
      rows.length < total
        ? newestOf(rows.length, total, 'delivery', 'deliveries')
        : `${total.toLocaleString('en-US')} in the last ${KEPT_DAYS} days`
    }
  />
)

const columns: Column<Delivery>[] = [
  {
    key: 'type',
    header: 'Event',
    phone: 'title',
    cell: ({ id, type }) => (
      <OpenLink opens={{ delivery: id }} className="font-medium hover:underline">
        {type}
      </OpenLink>
    ),
  },
  { key: 'answer', header: 'Answer', phone: 'line', cell: (delivery) => answerOf(delivery) ?? '–' },
  { key: 'attempts', header: 'Attempts', phone: 'hidden', align: 'end', cell: ({ attempts }) => attempts },
  {
    key: 'createdAt',
    header: 'Happened',
    phone: 'note',
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatAgo} full={formatInstant} />,
  },
  { key: 'status', header: 'Status', phone: 'status', cell: (delivery) => <DeliveryState {...delivery} /> },
]

const backToAll = () => setUrl({ delivery: null })

function DeliveryDialog({ delivery, isEnabled }: { delivery: Delivery; isEnabled: boolean }) {
  const { mutate, isPending } = useResend()
  const { id, type, eventId, payload, lastAnswer, nextAttemptAt } = delivery
  return (
    <Dialog
      title={type}
      description={<code className="font-mono text-xs">{eventId}</code>}
      size="wide"
      returnTo={`[data-open][href*="delivery=${id}"]`}
      onClose={backToAll}
    >
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Button onClick={backToAll}>
            <ArrowLeft aria-hidden />
            All Deliveries
          </Button>
          <Button disabled={!isEnabled} isPending={isPending} onClick={() => mutate({ params: { id } })}>
            <Send aria-hidden />
            Send Again
          </Button>
        </div>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <DeliveryState {...delivery} />
          {nextAttemptAt && <span className="text-fg2">Next attempt {formatDateTime(nextAttemptAt)}</span>}
        </div>
        <Text label="Body">{JSON.stringify(payload, null, 2)}</Text>
        <Text label={`Answer: ${answerOf(delivery) ?? 'none yet'}`}>{lastAnswer || '(empty)'}</Text>
      </div>
    </Dialog>
  )
}

const Text = ({ label, children }: { label: string; children: ReactNode }) => (
  <section aria-label={label} className="grid gap-1.5">
    <h3 className="font-medium">{label}</h3>
    <pre className="rounded-lg border bg-sunken p-3 font-mono text-[13px] break-words whitespace-pre-wrap">
      {children}
    </pre>
  </section>
)
