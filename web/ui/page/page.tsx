import { createContext, use, useEffect, useRef, type ReactNode } from 'react'

/** Appended to every page title in the browser tab. */
export const TitleSuffix = createContext('')

type Props = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }

/** The title is the only h1. It takes the focus on navigation, so that a screen reader starts there. */
export function Page({ title, description, actions, children }: Props) {
  const heading = usePageHeading(title)
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 ref={heading} tabIndex={-1} className="text-2xl leading-8 font-semibold tracking-tight">
            {title}
          </h1>
          {description && <p className="text-fg2">{description}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

let isFirstPage = true

export function usePageHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const suffix = use(TitleSuffix)

  useEffect(() => {
    document.title = suffix ? `${title} · ${suffix}` : title
  }, [title, suffix])

  useEffect(() => {
    // The first page leaves the focus to the browser; a late page leaves it to a menu or dialog that is already open.
    const isBusyElsewhere = document.activeElement?.closest('[role=menu], [role=dialog], [aria-haspopup]')
    if (!isFirstPage && !isBusyElsewhere) heading.current?.focus()
    isFirstPage = false
  }, [])

  return heading
}
