import type { MouseEvent } from 'react'

/** The link that a click follows in this window, which closes the dialog with it. */
export function leavingLink(event: MouseEvent) {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return null
  const link = target.closest<HTMLAnchorElement>('a[href]')
  return link && !link.target && !link.hasAttribute('download') && !isHere(link) ? link : null
}

/** A heading of the same page. */
const isHere = ({ pathname, search, hash }: HTMLAnchorElement) =>
  hash !== '' && pathname === window.location.pathname && search === window.location.search
