import type { MouseEvent } from 'react'

/** For a button that turns into its opposite: the second half of a double click does not undo the first. */
export const onceFor =
  (act: () => void) =>
  ({ detail }: MouseEvent) =>
    void (detail < 2 && act())
