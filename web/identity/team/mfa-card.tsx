import { useState } from 'react'
import { Link } from 'wouter'
import { useCurrentUser } from '#web/identity/session/api.ts'
import { Button, buttonClass } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'

const MfaRuleDialog = onDemand(async () => (await import('./mfa-rule-dialog.tsx')).MfaRuleDialog)

/** Whether the organization requires it of its members. */
export function MfaCard() {
  const { isMfaRequired, isMfaEnabled } = useCurrentUser()
  const [isAsking, setAsking] = useState(false)
  return (
    <Card
      title="Two-factor authentication"
      actions={
        isMfaEnabled ? (
          <Button size="small" {...intent(MfaRuleDialog)} onClick={() => setAsking(true)}>
            {isMfaRequired ? 'Make optional' : 'Require for all members'}
          </Button>
        ) : (
          <Link href="/account" className={buttonClass({ size: 'small' })}>
            Set up for yourself
          </Link>
        )
      }
    >
      <div className="grid justify-items-start gap-2">
        {isMfaRequired ? <Badge tone="success">Required</Badge> : <Badge>Optional</Badge>}
        <p className="text-fg2">{isMfaRequired ? REQUIRED : isMfaEnabled ? OPTIONAL : OWN_FIRST}</p>
      </div>
      {isAsking && <MfaRuleDialog isRequired={isMfaRequired} onClose={() => setAsking(false)} />}
    </Card>
  )
}

const REQUIRED = 'Members can only open their account until they have set it up.'
const OPTIONAL = 'Members decide for themselves.'
const OWN_FIRST = 'Members decide for themselves. To require it of all members, set it up for your own account first.'
