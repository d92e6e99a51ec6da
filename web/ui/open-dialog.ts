export const DIALOG = '[role=dialog], [role=alertdialog]'

/** Dialogs are in the order in which they opened, and a closing one is already gone. */
export const topmost = () => Array.from(document.querySelectorAll(DIALOG)).at(-1)
