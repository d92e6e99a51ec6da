import type { Proof } from '#contract/identity/mfa.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useDisableMfa } from '../api.ts'
import { ProofForm } from './proof-form.tsx'

export function DisableMfaDialog({ onClose }: { onClose: () => void }) {
  const disable = useDisableMfa()
  const turnOff = async (body: Proof) => {
    await disable.mutateAsync({ body })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Turn off two-factor authentication?"
      description="Your password alone will sign you in, and your backup codes stop working."
      onClose={onClose}
    >
      <ProofForm onSubmit={turnOff} submit="Turn off" pending="Turning off…" submitLook="danger" cancel={onClose} />
    </Dialog>
  )
}
