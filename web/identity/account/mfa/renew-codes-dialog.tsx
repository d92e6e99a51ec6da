import { useState } from 'react'
import type { Proof } from '#contract/identity/mfa.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useRenewBackupCodes } from '../api.ts'
import { BackupCodes, KEEP_CODES } from './backup-codes.tsx'
import { ProofForm } from './proof-form.tsx'

export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useRenewBackupCodes()
  const [codes, setCodes] = useState<string[]>()
  const send = async (body: Proof) => setCodes((await renew.mutateAsync({ body })).backupCodes)
  return (
    <Dialog
      size="small"
      title="New backup codes"
      description={codes ? KEEP_CODES : 'The codes you have now stop working.'}
      onClose={onClose}
    >
      {codes ? (
        <BackupCodes codes={codes} onDone={onClose} />
      ) : (
        <ProofForm onSubmit={send} submit="Make new codes" pending="Making…" cancel={onClose} />
      )}
    </Dialog>
  )
}
