import { useState } from 'react'
import { account } from '#contract/identity/account.ts'
import type { CreationOptions, NewCredential } from '#contract/identity/passkeys.ts'
import { PasswordForm, Proof } from '#contract/identity/mfa.ts'
import { ApiError, isConflict } from '#web/app/api/api-error.ts'
import { keyOf, refetch } from '#web/app/api/query-client.ts'
import { sendProved } from '#web/app/parts/fresh-proof.ts'
import { CodeField, CurrentPasswordField } from '#web/app/parts/proof-fields.tsx'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { useAbortable } from '#web/ui/abortable.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { useKeepDialogOpen } from '#web/ui/dialog/dialog-state.ts'
import { focusOnShow } from '#web/ui/dialog/focus-on-show.ts'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useAddPasskey, useStartAdding } from './api.ts'
import { createCredential, forgetPasskey } from './prompts.ts'

type Props = { onClose: () => void }

/** Proof first, then the browser's prompt, which can be opened again. */
export function AddPasskeyDialog({ onClose }: Props) {
  const { isMfaEnabled } = useCurrentUser()
  const { mutateAsync: start } = useStartAdding()
  const [options, setOptions] = useState<CreationOptions>()
  const { create, step, problem } = useCreation({ onDone: onClose, onRefused: () => setOptions(undefined) })
  const send = async (body: Proof | PasswordForm) => {
    const fresh = await sendProved(() => start({ body }))
    setOptions(fresh)
    void create(fresh)
  }
  return (
    <Dialog
      size="small"
      title="Add a passkey"
      description={
        options
          ? 'Your browser asks where to keep the passkey.'
          : `First, your password${isMfaEnabled ? ' and a code' : ''}.`
      }
      onClose={onClose}
    >
      {options ? (
        <Prompt step={step} problem={problem} onAgain={() => void create(options)} onClose={onClose} />
      ) : (
        <Form
          schema={isMfaEnabled ? Proof : PasswordForm}
          onSubmit={send}
          submit="Continue"
          pending="Checking…"
          cancel={onClose}
        >
          <CurrentPasswordField />
          {isMfaEnabled && <CodeField />}
        </Form>
      )}
    </Dialog>
  )
}

type Step = 'waiting' | 'saving' | undefined

const words = { waiting: 'Waiting for your browser…', saving: 'Saving…' }

type PromptProps = Props & { step: Step; problem: string | undefined; onAgain: () => void }

function Prompt({ step, problem, onAgain, onClose }: PromptProps) {
  useKeepDialogOpen(step === 'saving')
  return (
    <div className="grid gap-4">
      {problem && <Alert tone="danger">{problem}</Alert>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button isPending={step === 'saving'} onClick={onClose}>
          Cancel
        </Button>
        <Button variant="primary" isPending={Boolean(step)} ref={focusOnShow} onClick={onAgain}>
          {step ? words[step] : 'Try again'}
        </Button>
      </div>
    </div>
  )
}

const ACCOUNT = { queryKey: keyOf(account.read) }

const isRefused = (error: unknown) => error instanceof ApiError && (error.status === 400 || isConflict(error))

function useCreation({ onDone, onRefused }: { onDone: () => void; onRefused: () => void }) {
  const { mutateAsync: add } = useAddPasskey()
  const begin = useAbortable()
  const [step, setStep] = useState<Step>()
  const [problem, setProblem] = useState<string>()
  const create = async (options: CreationOptions) => {
    setStep('waiting')
    setProblem(undefined)
    const made = await createCredential(options, begin())
    if (made.credential) await store(options, made.credential)
    setProblem(made.problem)
    setStep(undefined)
  }
  const store = async ({ rp }: CreationOptions, credential: NewCredential) => {
    setStep('saving')
    try {
      await add({ body: { credential } })
    } catch (error) {
      if (isRefused(error)) {
        void forgetPasskey(rp.id, credential.id)
        return onRefused()
      }
      // It may have been added.
      await refetch(ACCOUNT)
    }
    onDone()
  }
  return { create, step, problem }
}
