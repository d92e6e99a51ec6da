import { useState } from 'react'
import { Proof } from '#contract/identity/mfa.ts'
import { CodeField, CurrentPasswordField } from '#web/app/parts/proof-fields.tsx'
import { useNeedsMfaSetup } from '#web/identity/session/use-needs-mfa-setup.ts'
import type { ButtonLook } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useDisableMfa, useRenewBackupCodes } from '../api.ts'
import { BackupCodes, KEEP_CODES } from './backup-codes.tsx'

export function DisableMfaDialog({ onClose }: { onClose: () => void }) {
  const disable = useDisableMfa()
  const isRequired = useNeedsMfaSetup({ isMfaEnabled: false })
  const turnOff = async (body: Proof) => {
    await disable.mutateAsync({ body })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title="Turn off two-factor authentication?"
      description={`You’ll sign in with only your password, and your backup codes stop working.${isRequired ? REQUIRED : ''}`}
      onClose={onClose}
    >
      <ProofForm onSubmit={turnOff} submit="Turn off" pending="Turning off…" submitLook="danger" cancel={onClose} />
    </Dialog>
  )
}

const REQUIRED = ' Your account needs it: you can’t open other screens until you have set it up again.'

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
        <ProofForm onSubmit={send} submit="Create new codes" pending="Making…" cancel={onClose} />
      )}
    </Dialog>
  )
}

type Props = {
  onSubmit: (proof: Proof) => unknown
  submit: string
  pending: string
  submitLook?: ButtonLook['variant']
  cancel: () => void
}

const ProofForm = (form: Props) => (
  <Form schema={Proof} {...form}>
    <CurrentPasswordField />
    <CodeField />
  </Form>
)
