import { Fragment } from 'react'
import { MARK } from '#contract/support/documents.ts'

/** Text of a search, with what was found standing out. */
export const Highlighted = ({ text }: { text: string }) =>
  text.split(MARK.start).map((part, place) => {
    const [found = '', ...after] = place === 0 ? ['', part] : part.split(MARK.end)
    return (
      // The parts have nothing but their place, and no state.
      <Fragment key={place}>
        {found && <mark className="rounded-sm bg-warning-bg px-0.5 text-warning-fg">{found}</mark>}
        {after.join('')}
      </Fragment>
    )
  })
