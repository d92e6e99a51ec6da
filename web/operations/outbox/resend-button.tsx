import { useState } from 'react'
import { mailName } from '#contract/operations/emails/mail-kinds.ts'
import type { Mail } from '#contract/operations/outbox.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { useResend } from './api.ts'

type Props = { mail: Pick<Mail, 'id' | 'to' | 'kind'> }

export function ResendButton({ mail: { id, to, kind } }: Props) {
  const { mutateAsync } = useResend()
  const [isAsking, ask] = useState(false)
  return (
    <>
      <Button size="small" onClick={() => ask(true)}>
        Send again
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Send this email again?"
          description={`${to} gets “${mailName(kind)}” a second time. The audit log records it.`}
          confirm="Send again"
          tone="primary"
          onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
