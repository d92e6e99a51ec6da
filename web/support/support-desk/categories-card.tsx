import { Plus, Tags } from 'lucide-react'
import { useState } from 'react'
import type { TicketCategory } from '#contract/support/ticket-categories.ts'
import { setUrl, useUrlState } from '#web/app/url-state.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Table } from '#web/ui/table/table.tsx'
import { useCategories } from './api.ts'
import { categoryColumns } from './category-columns.tsx'
import { DeleteCategoryDialog } from './delete-category-dialog.tsx'

const CategoryDialog = onDemand(async () => (await import('./category-dialog.tsx')).CategoryDialog)

type Opened = { action: 'edit' | 'delete'; category: TicketCategory }

/** ?add=category opens the dialog. */
export function CategoriesCard() {
  const [opened, open] = useState<Opened | null>(null)
  const [adding] = useUrlState('add')
  const close = () => open(null)

  return (
    <Card title="Categories" description="What tickets are about." flush actions={<AddButton />}>
      <Loaded
        query={useCategories()}
        failure="Failed to load the categories. Please try again."
        empty={<NoCategories />}
      >
        {(categories) => (
          <Table
            label="List of Categories"
            rows={categories}
            columns={categoryColumns((action, category) => open({ action, category }))}
            rowKey={({ id }) => id}
            empty={<NoCategories />}
            footer={categories.length === 1 ? '1 category' : `${categories.length} categories`}
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
