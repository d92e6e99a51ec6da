import type { MouseEvent } from 'react'

/** For a button that appears where another was clicked, such as its opposite: the second half of a double click does not press it. */
export const onceFor =
  (act: () => void) =>
  ({ detail }: MouseEvent) =>
    void (detail < 2 && act())
