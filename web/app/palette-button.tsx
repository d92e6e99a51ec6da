import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { intent, onDemand } from '#web/ui/on-demand.tsx'

const Palette = onDemand(async () => (await import('./palette.tsx')).Palette)

/** Opens the palette: by itself, or by Ctrl K and ⌘ K anywhere. */
export function PaletteButton() {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOpen(true)
    }
    window.addEventListener('keydown', open)
    return () => window.removeEventListener('keydown', open)
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        {...intent(Palette)}
        onClick={() => setOpen(true)}
        className="flex size-8 items-center justify-center gap-2 rounded-md text-[13px] text-fg2 max-sm:hidden md:mr-1 md:h-8 md:w-60 md:justify-start md:border md:bg-sunken md:px-2.5"
      >
        <Search aria-hidden className="size-4 shrink-0" />
        <span className="max-md:sr-only">Go to…</span>
        <kbd aria-hidden className="ml-auto rounded border bg-card px-1.5 font-sans text-[11px] max-md:hidden">
          Ctrl K
        </kbd>
      </button>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
