import * as z from 'zod/mini'
import { Domain } from '#contract/identity/domains.ts'
import type { SsoDomain } from '#contract/identity/sso.ts'
import { serverMessage } from '#web/app/api/api-error.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useAddDomain, useRemoveDomain, useVerifyDomain } from './api.ts'
import { CopyLine } from './copy-line.tsx'

type Props = { domain: SsoDomain; onClose: () => void }
type Verifying = Props & { isRequired: boolean; returnTo?: string }

const NewDomain = z.object({ domain: Domain })

/** Then shows the record that verifies it. */
export function AddDomainDialog({ onClose, ...rest }: Omit<Verifying, 'domain'>) {
  const { mutateAsync, data: added } = useAddDomain()
  if (added) return <VerifyDomainDialog domain={added} onClose={onClose} {...rest} />
  return (
    <Dialog
      size="small"
      title="Add a domain"
      description="The part of your members’ email addresses after the @."
      onClose={onClose}
    >
      <Form
        schema={NewDomain}
        onSubmit={(body) => mutateAsync({ body })}
        submit="Add"
        pending="Adding…"
        cancel={onClose}
      >
        <TextField name="domain" label="Domain" placeholder="example.com" autoComplete="off" spellCheck={false} />
      </Form>
    </Dialog>
  )
}

const Nothing = z.object({})

export function VerifyDomainDialog({ domain: { id, domain, record }, isRequired, ...rest }: Verifying) {
  const { mutateAsync, error } = useVerifyDomain()
  const verify = async (confirmed: Confirmation) => {
    await mutateAsync({ params: { id }, confirmed })
    rest.onClose()
  }
  return (
    <Dialog
      size="small"
      title={`Verify ${domain}`}
      description="To prove that the domain is yours, add this TXT record to its DNS settings."
      {...rest}
    >
      <Form
        schema={Nothing}
        onSubmit={(_, confirmed) => verify(confirmed)}
        submit="Verify"
        pending="Looking…"
        cancel={rest.onClose}
      >
        <CopyLine label="Name" value={record.name} />
        <CopyLine label="Value" value={record.value} />
        {isRequired && <p>{LOCKED_OUT}</p>}
        {error && (
          <Alert tone="danger">{serverMessage(error) ?? 'Failed to look for the record. Please try again.'}</Alert>
        )}
      </Form>
    </Dialog>
  )
}

const LOCKED_OUT = 'Members with an address there can then no longer use a password or passkey, except administrators.'

export function RemoveDomainDialog({ domain: { id, domain, isVerified }, onClose }: Props) {
  const { mutateAsync } = useRemoveDomain()
  return (
    <ConfirmDialog
      title={`Remove ${domain}?`}
      description={
        isVerified
          ? 'Members with an address there sign in with their password or passkey again.'
          : 'It is not verified, so nothing changes for your members.'
      }
      confirm="Remove"
      pending="Removing…"
      onConfirm={(confirmed) => mutateAsync({ params: { id }, confirmed })}
      onClose={onClose}
    />
  )
}
