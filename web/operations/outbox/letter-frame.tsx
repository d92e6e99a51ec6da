import type { SyntheticEvent } from 'react'

/**
 * The letter as its reader sees it, in a frame that runs no script. A letter brings its looks in style attributes, which the
 * portal's content security policy refuses in markup; set on the parsed elements they are allowed.
 */
export const LetterFrame = ({ title, html }: { title: string; html: string }) => (
  <iframe
    title={title}
    sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    srcDoc={html.replaceAll(' style="', ' data-style="')}
    onLoad={dress}
    className="min-h-96 w-full rounded-lg border bg-white"
  />
)

function dress({ currentTarget: frame }: SyntheticEvent<HTMLIFrameElement>) {
  const letter = frame.contentDocument
  if (!letter) return
  for (const element of letter.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? ''
  }
  for (const link of letter.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener'
  }
  frame.style.height = `${letter.documentElement.scrollHeight + 2}px`
}
