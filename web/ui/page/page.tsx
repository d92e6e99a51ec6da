import { createContext, use, useEffect, useRef, type ReactNode } from 'react'

/** Follows every page's title in the browser tab. */
export const TitleSuffix = createContext('')

type Props = { title: string; description?: ReactNode; actions?: ReactNode; children: ReactNode }

/** The title is the only h1; on navigation it takes the focus, so that a screen reader starts here. */
export function Page({ title, description, actions, children }: Props) {
  const heading = usePageHeading(title)
  return (
    <div className="grid gap-5">
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
    // The first page of a visit leaves the focus where the browser puts it, a late one to the menu or dialog opened meanwhile.
    const isBusyElsewhere = document.activeElement?.closest('[role=menu], [role=dialog], [aria-haspopup]')
    if (!isFirstPage && !isBusyElsewhere) heading.current?.focus()
    isFirstPage = false
  }, [])

  return heading
}
