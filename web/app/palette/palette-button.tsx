import { Search } from 'lucide-react'
import { intent } from '#web/ui/dialog/on-demand.tsx'
import { overlays } from './overlays.ts'
import { PALETTE_KEYS } from './shortcut-keys.ts'

export const PaletteButton = ({ onOpen }: { onOpen: () => void }) => (
  <button
    type="button"
    aria-haspopup="dialog"
    {...intent(overlays.palette)}
    onClick={onOpen}
    className="flex size-8 shrink-0 items-center justify-center gap-2 rounded-md text-[13px] text-fg2 max-sm:size-10 md:mr-1 md:h-8 md:w-60 md:justify-start md:border md:bg-sunken md:px-2.5"
  >
    <Search aria-hidden className="size-4 shrink-0" />
    <span className="max-md:sr-only">Search or go to…</span>
    <kbd aria-hidden className="ml-auto rounded border bg-card px-1.5 font-sans text-[11px] max-md:hidden">
      {PALETTE_KEYS}
    </kbd>
  </button>
)
