import { CircleCheck } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { domainOf } from '#contract/identity/domains.ts'
import type { Sso } from '#contract/identity/sso.ts'
import { countOf } from '#contract/quantities.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { CopyLine } from './copy-line.tsx'
import { AddDomainButton, DomainList } from './domain-list.tsx'

type Props = { sso: Sso }
type DialogProps = Props & { onClose: () => void }

const ConnectionDialog = onDemand(async () => (await import('./connection-dialog.tsx')).ConnectionDialog)
const RemoveDialog = onDemand<DialogProps>(async () => (await import('./sso-dialogs.tsx')).RemoveSsoDialog)

/** From the first step on they stay, as the parts of the card. */
export const SsoSteps = ({ sso }: Props) => (
  <ol className="grid gap-5">
    <Step
      place={1}
      title="Identity provider"
      isDone={Boolean(sso.connection)}
      actions={sso.connection && <ConnectionButtons sso={sso} />}
    >
      {sso.connection ? (
        <>
          <p className="wrap-anywhere">{sso.connection.issuer}</p>
          <p className="text-[13px] wrap-anywhere text-fg2">Client ID {sso.connection.clientId}</p>
        </>
      ) : (
        <p className="text-fg2">Not set up.</p>
      )}
    </Step>
    <Step
      place={2}
      title="Domains"
      isDone={sso.domains.some(({ isVerified }) => isVerified)}
      actions={<AddDomainButton count={sso.domains.length} isRequired={isRequired(sso)} />}
    >
      <DomainList domains={sso.domains} isRequired={isRequired(sso)} />
    </Step>
    <Step place={3} title={sso.isLinked ? 'Members' : 'Test the sign-in'} isDone={sso.isLinked}>
      {!sso.isLinked && <OwnSignIn domains={sso.domains} />}
      {sso.linkedMembers > 0 && <p className="text-fg2">{signedIn(sso.linkedMembers)}</p>}
      <SignInAddress sso={sso} />
    </Step>
  </ol>
)

const isRequired = ({ connection }: Sso) => connection?.isRequired === true

function OwnSignIn({ domains }: Pick<Sso, 'domains'>) {
  const { email } = useCurrentUser()
  const verified = domains.filter(({ isVerified }) => isVerified)
  const isElsewhere = verified.length > 0 && verified.every(({ domain }) => domain !== domainOf(email))
  return (
    <p className="wrap-anywhere text-fg2">
      {isElsewhere
        ? `Your address ${email} is at none of the verified domains. Change it on your Account page first, or verify its domain.`
        : 'After the other steps, sign out and choose “Single sign-on” on the sign-in page.'}
    </p>
  )
}

function SignInAddress({ sso: { connection, redirectUri, domains } }: Props) {
  const verified = domains.find(({ isVerified }) => isVerified)
  if (!connection || !verified) return null
  const address = `${new URL(redirectUri).origin}/auth?sso=${verified.domain}`
  return (
    <div className="mt-2">
      <CopyLine
        label="Sign-in address"
        value={address}
        help="For bookmarks and the start page of your identity provider."
      />
    </div>
  )
}

const signedIn = (members: number) =>
  `${countOf(members, 'member')} ${members === 1 ? 'has' : 'have'} signed in with it.`

type StepProps = { place: number; title: string; isDone: boolean; actions?: ReactNode; children: ReactNode }

const Step = ({ place, title, isDone, actions, children }: StepProps) => (
  <li className="border-t pt-4">
    <div className="flex min-h-8 flex-wrap items-center justify-between gap-x-3 gap-y-2">
      <h3 className="flex items-center gap-3 font-medium">
        {isDone ? (
          <CircleCheck aria-hidden className="size-5 shrink-0 text-success-fg" />
        ) : (
          <span className="grid size-5 shrink-0 place-items-center rounded-full bg-neutral-bg text-xs text-neutral-fg">
            {place}
          </span>
        )}
        <span>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </span>
      </h3>
      {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
    </div>
    <div className="mt-1 grid gap-1 pl-8">{children}</div>
  </li>
)

export function SetUpButton({ sso }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="primary" {...intent(ConnectionDialog)} onClick={() => setOpen(true)}>
        Set up
      </Button>
      {isOpen && <ConnectionDialog sso={sso} onClose={() => setOpen(false)} />}
    </>
  )
}

function ConnectionButtons({ sso }: Props) {
  const [Dialog, setDialog] = useState<typeof ConnectionDialog | null>(null)
  return (
    <>
      <Button
        size="small"
        aria-label="Change the identity provider"
        {...intent(ConnectionDialog)}
        onClick={() => setDialog(() => ConnectionDialog)}
      >
        Change
      </Button>
      <Button
        size="small"
        aria-label="Remove the identity provider"
        {...intent(RemoveDialog)}
        onClick={() => setDialog(() => RemoveDialog)}
      >
        Remove
      </Button>
      {Dialog && <Dialog sso={sso} onClose={() => setDialog(null)} />}
    </>
  )
}
