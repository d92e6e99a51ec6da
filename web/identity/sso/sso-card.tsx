import { useState } from 'react'
import { OWN_SSO_FIRST, VERIFY_FIRST, type Sso } from '#contract/identity/sso.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { useSso } from './api.ts'
import { SetUpButton, SsoSteps } from './sso-steps.tsx'

const RequireDialog = onDemand(async () => (await import('./sso-dialogs.tsx')).RequireSsoDialog)
const AllowDialog = onDemand(async () => (await import('./sso-dialogs.tsx')).AllowPasswordsDialog)

/** For the administrators of an organization. */
export function SsoCard() {
  const read = useSso()
  const sso = read.data
  return (
    <Card
      title="Single sign-on"
      description="Members sign in with the account they have at your organization."
      actions={sso && (sso.connection ? <RuleButton sso={sso} /> : <SetUpButton sso={sso} />)}
    >
      <Loaded query={read} failure={notLoaded('single sign-on')} skeleton={<Skeleton className="h-5" />}>
        {(loaded) => <Content sso={loaded} />}
      </Loaded>
    </Card>
  )
}

const Content = ({ sso }: { sso: Sso }) => (
  <div className="grid gap-5">
    {sso.connection ? <Rule sso={sso} /> : <p className="text-fg2">{CONNECT}</p>}
    {(sso.connection || sso.domains.length > 0) && <SsoSteps sso={sso} />}
  </div>
)

const CONNECT = 'Connect your identity provider, such as Microsoft Entra ID, Okta or Google Workspace.'

function Rule({ sso }: { sso: Sso }) {
  const isRequired = sso.connection?.isRequired
  const missing = missingStep(sso)
  return (
    <div className="grid justify-items-start gap-2">
      {isRequired ? <Badge tone="success">Required</Badge> : <Badge>Optional</Badge>}
      <p className="text-fg2">{isRequired ? REQUIRED : missing ? `You can’t require it yet. ${missing}` : OPTIONAL}</p>
    </div>
  )
}

const REQUIRED =
  'Members with an address at a verified domain sign in only this way. Administrators can also use their password or passkey.'
const OPTIONAL = 'Members can also use their password or passkey.'

/** The step that must be taken before it can be required. */
const missingStep = ({ domains, isLinked }: Sso) =>
  domains.some(({ isVerified }) => isVerified) ? !isLinked && OWN_SSO_FIRST : VERIFY_FIRST

function RuleButton({ sso }: { sso: Sso }) {
  const [Dialog, setDialog] = useState<typeof RequireDialog | null>(null)
  const isRequired = sso.connection?.isRequired
  const next = isRequired ? AllowDialog : RequireDialog
  return (
    <>
      <Button
        size="small"
        disabled={!isRequired && Boolean(missingStep(sso))}
        {...intent(next)}
        onClick={() => setDialog(() => next)}
      >
        {isRequired ? 'Make optional' : 'Require'}
      </Button>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </>
  )
}
