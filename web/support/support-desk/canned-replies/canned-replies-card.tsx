import { MessageSquareQuote, Plus } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#contract/quantities.ts'
import type { CannedReply } from '#contract/support/canned-replies.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import type { Column } from '#web/ui/table/table-columns.ts'
import { Table } from '#web/ui/table/table.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useCannedReplies, useDeleteReply } from '../api.ts'
import { RowButtons } from '../row-buttons.tsx'

const CannedReplyDialog = onDemand(async () => (await import('./canned-reply-dialog.tsx')).CannedReplyDialog)

type OpenDialog = { action: 'edit' | 'delete'; reply: CannedReply }

/** ?add=reply opens the dialog. */
export function CannedRepliesCard() {
  const [opened, open] = useState<OpenDialog | null>(null)
  const [adding] = useUrlState('add')
  const close = () => open(null)

  return (
    <Card title="Canned Replies" description="Reusable answers." flush actions={<AddButton />}>
      <Loaded query={useCannedReplies()} failure={notLoaded('the canned replies')} empty={<NoReplies />}>
        {(replies) => (
          <Table
            label="List of Canned Replies"
            rows={replies}
            columns={columnsFor((action, reply) => open({ action, reply }))}
            rowKey={({ id }) => id}
            empty={<NoReplies />}
            footer={countOf(replies.length, 'reply', 'replies')}
          />
        )}
      </Loaded>
      {adding === 'reply' && <CannedReplyDialog onClose={() => setUrl({ add: null })} />}
      {opened?.action === 'edit' && <CannedReplyDialog reply={opened.reply} onClose={close} />}
      {opened?.action === 'delete' && <DeleteDialog reply={opened.reply} onClose={close} />}
    </Card>
  )
}

const columnsFor = (open: (action: OpenDialog['action'], reply: CannedReply) => void): Column<CannedReply>[] => [
  {
    key: 'title',
    header: 'Title',
    grow: 35,
    phone: 'title',
    cell: ({ title }) => <Truncate text={title} className="font-medium" />,
  },
  {
    key: 'text',
    header: 'Text',
    grow: 65,
    cell: ({ text }) => <Truncate text={inOneLine(text)} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'menu',
    cell: (reply) => (
      <RowButtons name={reply.title} onEdit={() => open('edit', reply)} onDelete={() => open('delete', reply)} />
    ),
  },
]

/** The length of a tooltip. Most replies begin with the same greeting, so the first line alone would not distinguish them. */
const inOneLine = (text: string) => text.slice(0, 300).replace(/\s+/g, ' ')

const AddButton = () => (
  <Button {...intent(CannedReplyDialog)} onClick={() => setUrl({ add: 'reply' }, { replace: false })}>
    <Plus aria-hidden />
    Add Reply
  </Button>
)

const NoReplies = () => (
  <Empty icon={MessageSquareQuote}>No canned replies yet. Create one for answers you send often.</Empty>
)

function DeleteDialog({ reply: { id, title }, onClose }: { reply: CannedReply; onClose: () => void }) {
  const { mutateAsync } = useDeleteReply()
  return (
    <ConfirmDialog
      title={`Delete “${title}”?`}
      description="Staff can no longer insert it. Sent messages don’t change."
      confirm="Delete"
      pending="Deleting…"
      onConfirm={() => mutateAsync({ params: { id } })}
      onClose={onClose}
    />
  )
}
