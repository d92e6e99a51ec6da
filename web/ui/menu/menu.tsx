import { Slot } from 'radix-ui'
import { useState, type MouseEvent } from 'react'
import { landmarkOf } from '#web/ui/page/landmark.ts'
import type { MenuProps } from './menu-popup.tsx'

const load = () => import('./menu-popup.tsx')
const warm = () => void load().catch(() => undefined)

type LoadedMenu = {
  Popup: Awaited<ReturnType<typeof load>>['MenuPopup']
  place: { container: HTMLElement | null; startsAtFirst: boolean }
}

/** A dropdown that loads on hover or focus of its button. */
export function Menu(props: MenuProps) {
  const [loaded, setLoaded] = useState<LoadedMenu>()

  const open = ({ currentTarget, detail }: MouseEvent) => {
    const container = landmarkOf(currentTarget)
    load().then(
      // A key press clicks with detail 0.
      ({ MenuPopup }) => setLoaded({ Popup: MenuPopup, place: { container, startsAtFirst: detail === 0 } }),
      // Thrown while rendering, so that it reaches the error boundary.
      (error: unknown) =>
        setLoaded(() => {
          throw error
        }),
    )
  }

  if (loaded) return <loaded.Popup {...props} {...loaded.place} />
  return (
    <Slot.Root aria-haspopup="menu" aria-expanded={false} onPointerEnter={warm} onFocus={warm} onClick={open}>
      {props.trigger}
    </Slot.Root>
  )
}
