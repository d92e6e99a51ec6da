import { useState } from 'react'
import { CodeForm, PasswordForm, type Setup } from '#contract/identity/mfa.ts'
import { CurrentPasswordField } from '#web/app/parts/proof-fields.tsx'
import { showCopied, showCopyFailed } from '#web/app/words/copy-toasts.ts'
import { CopyButton } from '#web/ui/button/copy-button.tsx'
import { QrCode } from '#web/ui/chart/qr-code.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useEnableMfa, useSetUpMfa } from '../api.ts'
import { BackupCodes, KEEP_CODES } from './backup-codes.tsx'

type Props = { onClose: () => void }

/** Password, first code, then backup codes. */
export function EnableMfaDialog({ onClose }: Props) {
  const [setup, setSetup] = useState<Setup>()
  const [codes, setCodes] = useState<string[]>()
  if (codes)
    return (
      <Dialog size="small" title="Save your backup codes" description={KEEP_CODES} onClose={onClose}>
        <BackupCodes codes={codes} onDone={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      size="small"
      title="Set up two-factor authentication"
      description={setup ? 'Scan the code with an authenticator app and enter what it shows.' : 'First, your password.'}
      onClose={onClose}
    >
      {setup ? (
        <Scan setup={setup} onEnabled={setCodes} onClose={onClose} />
      ) : (
        <AskPassword onSetUp={setSetup} onClose={onClose} />
      )}
    </Dialog>
  )
}

function AskPassword({ onSetUp, onClose }: Props & { onSetUp: (setup: Setup) => void }) {
  const setUp = useSetUpMfa()
  return (
    <Form
      schema={PasswordForm}
      onSubmit={async (body: PasswordForm) => onSetUp(await setUp.mutateAsync({ body }))}
      submit="Continue"
      pending="Checking…"
      cancel={onClose}
    >
      <CurrentPasswordField />
    </Form>
  )
}

type ScanProps = Props & { setup: Setup; onEnabled: (codes: string[]) => void }

function Scan({ setup: { setupId, secret, otpauthUrl }, onEnabled, onClose }: ScanProps) {
  const enable = useEnableMfa()
  return (
    <Form
      schema={CodeForm}
      onSubmit={async (body: CodeForm) =>
        onEnabled((await enable.mutateAsync({ body: { ...body, setupId } })).backupCodes)
      }
      submit="Turn on"
      pending="Turning on…"
      cancel={onClose}
    >
      <QrCode text={otpauthUrl} label="QR code for your authenticator app" />
      <div>
        <p className="text-[13px] text-fg2">Can’t scan it? Enter this key in the app:</p>
        <div className="flex items-center gap-1">
          <code className="min-w-0 flex-1 font-mono text-[13px] break-words">{inFours(secret)}</code>
          <CopyButton value={secret} label="Copy key" onCopied={() => showCopied('Key')} onFailed={showCopyFailed} />
        </div>
      </div>
      <TextField
        name="code"
        label="Authentication code"
        inputMode="numeric"
        autoComplete="one-time-code"
        className="tabular-nums"
        ref={focusOnShow}
      />
    </Form>
  )
}

const inFours = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')
