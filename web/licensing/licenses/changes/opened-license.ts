import type { License } from '#contract/licensing/licenses.ts'

export type LicenseAction = 'edit' | 'assign' | 'move' | 'file' | 'restore' | 'revoke' | 'delete'

export type OpenLicense = { action: LicenseAction; license: License }

export type DialogProps = { license: License; onClose: () => void }
