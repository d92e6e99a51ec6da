import type { ComponentProps } from 'react'
import { Link, useSearch } from 'wouter'
import { changedSearch } from '#web/app/url-state.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'className'> & {
  /** Query parameters; the others stay. */
  opens: Record<string, string>
  className?: string
}

/** The opener of a row: a drawer or dialog on this screen, or with a modifier key in a new tab. */
export function OpenLink({ opens, ...props }: Props) {
  const search = useSearch()
  return <Link data-open href={changedSearch(search, opens)} {...props} />
}
