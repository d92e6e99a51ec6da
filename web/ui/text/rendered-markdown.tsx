import { useLayoutEffect, useRef } from 'react'
import { renderMarkdown } from './markdown-html.ts'
import './markdown.css'

export function RenderedMarkdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)

  // Elements, not HTML: React has no word for those.
  useLayoutEffect(() => {
    place.current?.replaceChildren(renderMarkdown(text))
  }, [text])

  return <div ref={place} className="markdown" />
}
