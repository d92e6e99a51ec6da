import { Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatInstant } from '#contract/dates.ts'
import { countOf } from '#contract/quantities.ts'
import type { TicketCategory } from '#contract/support/categories.ts'
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
import { DateText } from '#web/ui/text/date.tsx'
import { Truncate } from '#web/ui/text/truncate.tsx'
import { useCategories, useDeleteCategory } from '../api.ts'
import { RowButtons } from '../row-buttons.tsx'
import { ColorDot } from './color-dot.tsx'

const CategoryDialog = onDemand(async () => (await import('./category-dialog.tsx')).CategoryDialog)

type OpenDialog = { action: 'edit' | 'delete'; category: TicketCategory }

/** ?add=category opens the dialog. */
export function CategoriesCard() {
  const [opened, open] = useState<OpenDialog | null>(null)
  const [adding] = useUrlState('add')
  const close = () => open(null)

  return (
    <Card title="Categories" description="Topics of tickets." flush actions={<AddButton />}>
      <Loaded query={useCategories()} failure={notLoaded('the categories')} empty={<NoCategories />}>
        {(categories) => (
          <Table
            label="List of Categories"
            rows={categories}
            columns={categoryColumns((action, category) => open({ action, category }))}
            rowKey={({ id }) => id}
            empty={<NoCategories />}
            footer={countOf(categories.length, 'category', 'categories')}
          />
        )}
      </Loaded>
      {adding === 'category' && <CategoryDialog onClose={() => setUrl({ add: null })} />}
      {opened?.action === 'edit' && <CategoryDialog category={opened.category} onClose={close} />}
      {opened?.action === 'delete' && <DeleteCategoryDialog category={opened.category} onClose={close} />}
    </Card>
  )
}

const AddButton = () => (
  <Button variant="primary" {...intent(CategoryDialog)} onClick={() => setUrl({ add: 'category' }, { replace: false })}>
    <Plus aria-hidden />
    Add Category
  </Button>
)

const NoCategories = () => (
  <Empty icon={Tags}>No categories available. Create your first category to get started.</Empty>
)

type OnOpen = (action: 'edit' | 'delete', category: TicketCategory) => void

const categoryColumns = (open: OnOpen): Column<TicketCategory>[] => [
  {
    key: 'name',
    header: 'Name',
    grow: 100,
    phone: 'title',
    sortBy: ({ name }) => name,
    cell: (category) => <NameCell {...category} />,
  },
  {
    key: 'tickets',
    header: 'Tickets',
    phone: 'line',
    align: 'end',
    sortBy: ({ ticketCount }) => ticketCount,
    cell: (category) => <TicketCount {...category} />,
  },
  {
    key: 'createdAt',
    header: 'Created',
    phone: 'hidden',
    sortBy: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => <DateText value={createdAt} format={formatDate} full={formatInstant} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    align: 'end',
    phone: 'menu',
    cell: (category) => (
      <RowButtons
        name={category.name}
        onEdit={() => open('edit', category)}
        onDelete={() => open('delete', category)}
      />
    ),
  },
]

const NameCell = ({ name, description, color }: TicketCategory) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <ColorDot color={color} />
    <span className="min-w-0">
      <Truncate text={name} className="font-medium" />
      {description && <Truncate text={description} className="font-normal text-fg2" />}
    </span>
  </span>
)

const Count = ({ of }: { of: number }) => (
  <>
    <span className="max-sm:hidden">{of}</span>
    <span className="sm:hidden">{countOf(of, 'ticket')}</span>
  </>
)

/** Leads to the tickets that it counts. */
function TicketCount({ id, name, ticketCount }: TicketCategory) {
  if (!ticketCount) return <Count of={0} />
  return (
    <Button
      variant="link"
      size="inline"
      aria-label={`Show ${countOf(ticketCount, 'ticket')} of ${name}`}
      onClick={() => setUrl({ tab: null, category: id }, { replace: false })}
    >
      <Count of={ticketCount} />
    </Button>
  )
}

type Props = { category: TicketCategory; onClose: () => void }

function DeleteCategoryDialog({ category, onClose }: Props) {
  const { mutateAsync } = useDeleteCategory()
  return (
    <ConfirmDialog
      title={`Delete “${category.name}”?`}
      description={consequenceOf(category)}
      confirm="Delete"
      pending="Deleting…"
      onConfirm={() => mutateAsync({ params: { id: category.id } })}
      onClose={onClose}
    />
  )
}

function consequenceOf({ ticketCount }: TicketCategory) {
  if (!ticketCount) return 'No ticket has this category.'
  return ticketCount === 1 ? '1 ticket will have no category.' : `Its ${ticketCount} tickets will have no category.`
}
