import type { License } from '#contract/licensing/licenses.ts'

/** The action of a dialog. */
export type LicenseAction = 'edit' | 'assign' | 'move' | 'file' | 'restore' | 'revoke' | 'delete'

/** Which dialog is open, and for which license. */
export type Opened = { action: LicenseAction; license: License }

export type DialogProps = { license: License; onClose: () => void }
