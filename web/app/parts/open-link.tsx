import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { changedSearch } from '#web/app/url-state.ts'
import { passFocusOn } from '#web/ui/button/button.tsx'

type Props = Omit<ComponentProps<'a'>, 'href' | 'className'> & {
  /** Query parameters; the others stay. */
  opens: Record<string, string>
  className?: string
  replace?: boolean
}

/** Opens a row's drawer or dialog on this screen. */
export function OpenLink({ opens, ...props }: Props) {
  const search = useSearch()
  return <Link data-open ref={passFocusOn} href={changedSearch(search, opens)} {...props} />
}
