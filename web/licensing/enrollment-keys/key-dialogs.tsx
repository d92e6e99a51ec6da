import type { EnrollmentKey } from '#contract/licensing/enrollment-keys.ts'
import { onDemand } from '#web/ui/dialog/on-demand.tsx'
import { DeleteKeyDialog } from './delete-key-dialog.tsx'

export const NewKeyDialog = onDemand(async () => (await import('./new-key-dialog.tsx')).NewKeyDialog)
export const EditKeyDialog = onDemand(async () => (await import('./edit-key-dialog.tsx')).EditKeyDialog)

export type Opened = { action: 'edit' | 'delete'; stored: EnrollmentKey }

export const KeyDialog = ({ action, ...props }: Opened & { onClose: () => void }) =>
  action === 'edit' ? <EditKeyDialog {...props} /> : <DeleteKeyDialog {...props} />
