/** As a ref: what takes another thing's place also takes the focus. */
export const focusOnShow = (element: HTMLElement | null) => element?.focus()
