/** Not every browser has it. */
const { navigation } = globalThis as Partial<typeof globalThis>

/** Pixels that were scrolled, by entry of the history and list. */
const places = new Map<string, number>()

const keyOf = (list: string) => `${navigation?.currentEntry?.key} ${list}`

/**
 * Back and Forward lead to the place in a list from which its page was left. Browsers remember that of the window only. Call `restore` while
 * the list grows: its rows may be drawn in parts.
 */
export function keepPlace(box: HTMLElement, list: string) {
  let wanted = places.get(keyOf(list)) ?? 0
  const keep = () => void places.set(keyOf(list), box.scrollTop)
  navigation?.addEventListener('navigate', keep)
  return {
    restore: () => {
      if (box.scrollTop > 0) wanted = 0
      if (wanted === 0 || box.scrollHeight - box.clientHeight < wanted) return
      box.scrollTop = wanted
      wanted = 0
    },
    stop: () => navigation?.removeEventListener('navigate', keep),
  }
}
