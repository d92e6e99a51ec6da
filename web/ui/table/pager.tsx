import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/button/button.tsx'

/** Pages count from 1. Renders nothing if there is only one. A button that has reached the end keeps the focus. */
export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  if (pages <= 1) return null
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 px-5 py-3">
      <Button size="small" aria-disabled={page <= 1} onClick={() => page > 1 && onPage(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <span aria-live="polite" className="text-[13px] whitespace-nowrap text-fg2">
        Page {page} of {pages}
      </span>
      <Button size="small" aria-disabled={page >= pages} onClick={() => page < pages && onPage(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  )
}
