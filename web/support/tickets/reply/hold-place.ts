import type { FocusEvent } from 'react'
import { DIALOG } from '#web/ui/open-dialog.ts'

/** A focus listener: what grows above the text, such as the conversation, does not push it away from who writes it. Sticky text stays anyway. */
export function holdPlace({ currentTarget: text }: FocusEvent<HTMLElement>) {
  const dialog = text.closest<HTMLElement>(DIALOG)
  if (!dialog && isSticky(text)) return
  const box = dialog ?? document.documentElement
  const placeInBox = () => {
    const { top } = text.getBoundingClientRect()
    return dialog ? top - dialog.getBoundingClientRect().top + dialog.scrollTop : top + box.scrollTop
  }
  let place = placeInBox()
  let isShown = true
  const look = () => {
    const { top, bottom } = text.getBoundingClientRect()
    isShown = bottom > 0 && top < window.innerHeight
  }
  const resizing = new ResizeObserver(() => {
    if (!text.isConnected) return leave()
    const moved = placeInBox() - place
    place += moved
    if (isShown) box.scrollTop += moved
  })
  for (const part of dialog?.children ?? [document.body]) resizing.observe(part)
  box.style.overflowAnchor = 'none'
  const scrolled = dialog ?? document
  scrolled.addEventListener('scroll', look)
  const leave = () => {
    resizing.disconnect()
    box.style.removeProperty('overflow-anchor')
    scrolled.removeEventListener('scroll', look)
  }
  text.addEventListener('blur', leave, { once: true })
}

const isSticky = (part: Element | null): boolean =>
  part !== null && (getComputedStyle(part).position === 'sticky' || isSticky(part.parentElement))
