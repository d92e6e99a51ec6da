/** Not every browser has it. */
const { navigation } = globalThis as Partial<typeof globalThis>

/** Pixels that were scrolled and the link that had the focus, by entry of the history and list. */
type Place = { top: number; href: string | null }
const places = new Map<string, Place>()

const keyOf = (list: string) => `${navigation?.currentEntry?.key} ${list}`

/**
 * Back and Forward lead to the place in a list from which its page was left, and to the row that was opened. Browsers remember the scroll
 * position of the window only. Call `restore` while the list grows: its rows may be drawn in parts.
 */
export function keepPlace(box: HTMLElement, list: string) {
  const left = places.get(keyOf(list))
  let wanted = left?.top ?? 0
  let href = left?.href ?? null
  let reached = 0
  const leave = () => {
    wanted = 0
    href = null
    places.set(keyOf(list), { top: box.scrollTop, href: focusedLink(box) })
  }
  navigation?.addEventListener('navigate', leave)

  const scroll = () => {
    if (box.scrollTop !== reached) wanted = 0
    if (wanted === 0) return
    const isEnough = box.scrollHeight - box.clientHeight >= wanted
    box.scrollTop = wanted
    reached = box.scrollTop
    if (isEnough) wanted = 0
  }
  const focus = () => {
    if (href && !isFocusFree()) href = null
    const link = href && box.querySelector<HTMLElement>(`[data-row] a[href="${CSS.escape(href)}"]`)
    if (!link) return
    href = null
    link.focus({ preventScroll: true })
  }
  // A long list draws the rows of a place after it has scrolled there, at the same size.
  const drawn = new MutationObserver(focus)
  if (href) drawn.observe(box, { childList: true, subtree: true })

  return {
    restore: () => {
      scroll()
      focus()
    },
    stop: () => {
      drawn.disconnect()
      navigation?.removeEventListener('navigate', leave)
    },
  }
}

const focusedLink = (box: HTMLElement) => box.querySelector('a[href]:focus')?.getAttribute('href') ?? null

/** Where a new page puts it. */
const isFocusFree = () => document.activeElement?.matches('body, main h1') ?? true
