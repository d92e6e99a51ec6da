declare const seen: unique symbol

/**
 * Evidence that a person has seen what a change will do and pressed the button that names it. A call with a consequence takes one
 * (`Input`), so that no button alone can send it.
 */
export type Confirmed = { readonly [seen]: true }

/** For ConfirmDialog, Form and changes with an undo: a test keeps it from all others. */
export const CONFIRMED = Object.freeze({}) as Confirmed
