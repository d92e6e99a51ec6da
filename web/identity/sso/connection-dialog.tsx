import { useState } from 'react'
import * as z from 'zod/mini'
import { SECRET_REQUIRED, SsoDraft, type Sso } from '#contract/identity/sso.ts'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { TextField } from '#web/ui/form/text-field.tsx'
import { useSaveSso } from './api.ts'
import { CopyLine } from './copy-line.tsx'
import { ProviderHints } from './provider-hints.tsx'

type Connection = Sso['connection']
type Props = { sso: Sso; onClose: () => void }

export function ConnectionDialog({ sso: { redirectUri, connection: read }, onClose }: Props) {
  // A colleague's change must not decide about what is typed here.
  const [connection] = useState(read)
  const { mutateAsync } = useSaveSso()
  const save = async (body: SsoDraft, confirmed: Confirmation) => {
    await mutateAsync({ body, confirmed })
    onClose()
  }
  return (
    <Dialog
      size="small"
      title={connection ? 'Change the identity provider' : 'Set up single sign-on'}
      description="In the settings of your identity provider, add this portal as a web application with OpenID Connect."
      onClose={onClose}
    >
      <Form
        schema={draftAfter(connection)}
        onSubmit={save}
        submit={connection ? 'Save' : 'Set Up'}
        pending="Checking…"
        cancel={onClose}
      >
        <CopyLine
          label="Redirect URI"
          value={redirectUri}
          help="Enter it at your identity provider, which may call it callback URL."
        />
        <ProviderHints />
        <Fields connection={connection} />
      </Form>
    </Dialog>
  )
}

/** The known secret belongs to the known issuer and client. */
const draftAfter = (connection: Connection) =>
  SsoDraft.check(
    z.refine((draft) => draft.clientSecret || isSameClient(draft, connection), {
      path: ['clientSecret'],
      error: SECRET_REQUIRED,
    }),
  )

const isSameClient = ({ issuer, clientId }: Pick<SsoDraft, 'issuer' | 'clientId'>, connection: Connection) =>
  withoutSlash(issuer) === withoutSlash(connection?.issuer ?? '') && clientId === connection?.clientId

/** The server adds the one that the identity provider writes. */
const withoutSlash = (issuer: string) => issuer.replace(/\/$/, '')

function Fields({ connection }: { connection: Connection }) {
  const [typed, setTyped] = useState({ issuer: connection?.issuer ?? '', clientId: connection?.clientId ?? '' })
  const { success, data } = z.safeParse(SsoDraft, typed)
  const isOther = connection && success && !isSameClient(data, connection)
  return (
    <>
      <TextField
        name="issuer"
        label="Issuer"
        help="The issuer URL, or the URL of the OpenID configuration."
        placeholder="https://login.example.com"
        inputMode="url"
        value={typed.issuer}
        onChange={({ target }) => setTyped({ ...typed, issuer: target.value })}
        {...PLAIN}
      />
      <TextField
        name="clientId"
        label="Client ID"
        value={typed.clientId}
        onChange={({ target }) => setTyped({ ...typed, clientId: target.value })}
        {...PLAIN}
      />
      <TextField
        name="clientSecret"
        label="Client secret"
        help={connection && !isOther ? 'Leave it empty to keep the current one.' : undefined}
        {...PLAIN}
        className="[-webkit-text-security:disc]"
      />
      {isOther && (
        <Alert tone="warning">
          With another issuer or client, all members are unlinked, and those who signed in with single sign-on are
          signed out, except you. It becomes optional: you can require it again after you have signed in with it.
        </Alert>
      )}
    </>
  )
}

/** No password manager may offer to save the secret as a password of this portal. */
const PLAIN = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, 'data-1p-ignore': true } as const
