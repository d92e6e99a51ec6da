import { useLayoutEffect, useRef } from 'react'
import { renderMarkdown } from './markdown-html.ts'
import './markdown.css'

type Props = {
  text: string
  /** Headings can be linked to. */
  hasAnchors?: boolean
  /** For messages. */
  keepsBreaks?: boolean
}

export function RenderedMarkdown({ text, hasAnchors = false, keepsBreaks = false }: Props) {
  const place = useRef<HTMLDivElement>(null)

  // React cannot render DOM nodes.
  useLayoutEffect(() => {
    place.current?.replaceChildren(renderMarkdown(text, { hasAnchors, keepsBreaks }))
    const anchors = place.current?.querySelectorAll<HTMLAnchorElement>('a[href^="#section-"]') ?? []
    Array.from(anchors)
      .find(({ hash }) => hash === location.hash)
      ?.scrollIntoView()
  }, [text, hasAnchors, keepsBreaks])

  return <div ref={place} className="markdown" />
}
