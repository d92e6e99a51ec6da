/** A ref: an element that replaces another one takes over the focus. */
export const focusOnShow = (element: HTMLElement | null) => element?.focus()
