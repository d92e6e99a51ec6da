/** A ref of what is chosen in a strip that scrolls sideways. */
export function showInStrip(chosen: HTMLElement | null) {
  const strip = chosen?.closest('ul, [role=tablist]')
  if (!chosen || !strip) return
  const [shown, room] = [chosen.getBoundingClientRect(), strip.getBoundingClientRect()]
  const isInside = shown.left >= room.left && shown.right <= room.right
  if (!isInside) strip.scrollLeft += shown.left - room.left - (room.width - shown.width) / 2
}
