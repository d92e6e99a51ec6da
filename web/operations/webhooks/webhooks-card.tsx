import { Plus, Webhook as Icon } from 'lucide-react'
import { useState } from 'react'
import { formatAgo, formatInstant } from '#contract/dates.ts'
import { KEPT_DAYS, type Webhook } from '#contract/operations/webhooks.ts'
import { countOf } from '#contract/quantities.ts'
import { links } from '#web/app/links.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx'
import type { MenuItem } from '#web/ui/menu/menu-item.ts'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useDeleteWebhook, useWebhooks } from './api.ts'
import { WebhookState, eventCount, isNew, nameOf } from './webhook-words.tsx'

const load = () => import('./webhook-dialogs.tsx')
const NewWebhookDialog = onDemand(async () => (await load()).NewWebhookDialog)
const EditWebhookDialog = onDemand(async () => (await load()).EditWebhookDialog)
const RotateSecretDialog = onDemand(async () => (await load()).RotateSecretDialog)
const DeliveriesDialog = onDemand(async () => (await import('./deliveries-dialog.tsx')).DeliveriesDialog)

type Task = { kind: 'edit' | 'secret' | 'delete'; webhook: Webhook }

/** ?add=webhook opens the dialog, ?webhook=… the deliveries. */
export function WebhooksCard() {
  const webhooks = useWebhooks()
  const [task, setTask] = useState<Task | null>(null)
  const [adding] = useUrlState('add')
  const [openId] = useUrlState('webhook')
  const opened = webhooks.data?.find(({ id }) => id === openId)
  return (
    <Card title="Webhooks" description={<About />} flush actions={<NewButton />}>
      <Loaded query={webhooks} failure={notLoaded('the webhooks')} skeleton={<SkeletonRows rows={2} />}>
        {(rows) => <WebhooksTable rows={rows} onTask={setTask} />}
      </Loaded>
      {adding === 'webhook' && <NewWebhookDialog onClose={() => setUrl({ add: null })} />}
      {opened && <DeliveriesDialog webhook={opened} onClose={() => setUrl({ webhook: null, delivery: null })} />}
      {task && <TaskDialog {...task} onClose={() => setTask(null)} />}
    </Card>
  )
}

const About = () => (
  <>
    Send events to other programs.{' '}
    <a href={links.webhookGuide} className="font-medium underline underline-offset-4">
      How to receive them
    </a>
  </>
)

const NewButton = () => (
  <Button {...intent(NewWebhookDialog)} onClick={() => setUrl({ add: 'webhook' }, { replace: false })}>
    <Plus aria-hidden />
    New Webhook
  </Button>
)

const open = ({ id }: Webhook) => setUrl({ webhook: id }, { replace: false })

const WebhooksTable = ({ rows, onTask }: { rows: Webhook[]; onTask: (task: Task) => void }) => (
  <Table
    label="List of webhooks"
    rows={rows}
    columns={columns}
    rowKey={({ id }) => id}
    rowName={nameOf}
    onRowClick={open}
    actions={(webhook) => menuOf(webhook, onTask)}
    empty={<NoWebhooks />}
    footer={countOf(rows.length, 'webhook')}
  />
)

const menuOf = (webhook: Webhook, onTask: (task: Task) => void): MenuItem[] => [
  { label: 'Deliveries', onSelect: () => open(webhook) },
  { label: 'Edit', onSelect: () => onTask({ kind: 'edit', webhook }) },
  { label: 'Replace secret', onSelect: () => onTask({ kind: 'secret', webhook }) },
  { label: 'Delete', onSelect: () => onTask({ kind: 'delete', webhook }), tone: 'danger' },
]

const NoWebhooks = () => (
  <Empty icon={Icon}>
    No webhooks yet. Add the address of a program, and it gets a signed request when something happens:
    <code className="mt-2 block font-mono text-xs break-all">
      {'{"type": "license.revoked", "timestamp": "…", "data": {…}}'}
    </code>
  </Empty>
)

const columns: Column<Webhook>[] = [
  { key: 'url', header: 'Webhook', grow: 65, phone: 'title', cell: (webhook) => <NameCell {...webhook} /> },
  {
    key: 'events',
    header: 'Events',
    grow: 35,
    phone: 'line',
    cell: (webhook) => <Truncate text={eventCount(webhook)} />,
  },
  {
    key: 'lastDelivery',
    header: 'Last sent',
    phone: 'hidden',
    cell: ({ lastDelivery, createdAt }) => (
      <DateText
        value={lastDelivery?.lastAttemptAt ?? null}
        format={formatAgo}
        full={formatInstant}
        absent={lastDelivery ? 'Waiting' : isNew({ createdAt }) ? 'Never' : `Not in ${KEPT_DAYS} days`}
      />
    ),
  },
  { key: 'state', header: 'State', phone: 'status', cell: (webhook) => <WebhookState {...webhook} /> },
]

const NameCell = (webhook: Webhook) => (
  <span className="block min-w-0">
    <button
      type="button"
      onClick={() => open(webhook)}
      className="block max-w-full text-left font-medium hover:underline"
    >
      <Truncate text={nameOf(webhook)} />
    </button>
    <Truncate text={webhook.url} className="text-[13px] font-normal text-fg2" />
  </span>
)

function TaskDialog({ kind, webhook, onClose }: Task & { onClose: () => void }) {
  if (kind === 'edit') return <EditWebhookDialog webhook={webhook} onClose={onClose} />
  if (kind === 'secret') return <RotateSecretDialog webhook={webhook} onClose={onClose} />
  return <DeleteDialog webhook={webhook} onClose={onClose} />
}

function DeleteDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { mutateAsync } = useDeleteWebhook()
  return (
    <ConfirmDialog
      title={`Delete “${nameOf(webhook)}”?`}
      description="It gets no more events, and the list of its deliveries is deleted. This cannot be undone."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={(confirmed) => mutateAsync({ params: { id: webhook.id }, confirmed })}
      onClose={onClose}
    />
  )
}
