import type { License } from '#contract/licensing/licenses.ts'

/** What a dialog does with one license. */
export type LicenseAction = 'edit' | 'assign' | 'move' | 'file' | 'restore' | 'revoke' | 'delete'

/** Which dialog is open, and for which license. */
export type Opened = { action: LicenseAction; license: License }

export type DialogProps = { license: License; onClose: () => void }
