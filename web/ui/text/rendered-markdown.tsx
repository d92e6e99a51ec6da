import { useLayoutEffect, useRef } from 'react'
import { renderMarkdown } from './markdown-html.ts'
import './markdown.css'

export function RenderedMarkdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)

  // React cannot render DOM nodes.
  useLayoutEffect(() => {
    place.current?.replaceChildren(renderMarkdown(text))
  }, [text])

  return <div ref={place} className="markdown" />
}
