export const DIALOG = '[role=dialog], [role=alertdialog]'
