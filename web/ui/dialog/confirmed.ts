declare const seen: unique symbol

/** Proof that the user has seen the consequence and pressed the button that names it. Endpoints with a consequence require it (`Input`). */
export type Confirmation = { readonly [seen]: true }

/** Only for ConfirmDialog, Form and undoable changes, as a test ensures. */
export const CONFIRMED = Object.freeze({}) as Confirmation
