import { domainOf } from '#contract/identity/domains.ts'
import { useSsoStart } from '#web/identity/sso/use-sso-start.ts'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { useReturnPath } from './use-return-path.ts'

type Props = { address: string; onBack: () => void }

/** For bookmarks and the start page of an identity provider. Asks first: a link of a stranger could name their own domain. */
export function SsoStart({ address, onBack }: Props) {
  const { start, isPending, failure } = useSsoStart(useReturnPath())
  return (
    <Card>
      <div className="grid gap-4">
        <p className="wrap-anywhere">
          Sign in with your account at <strong className="font-medium">{domainOf(address)}</strong>.
        </p>
        {failure && <Alert tone="danger">{failure}</Alert>}
        <Button variant="primary" isPending={isPending} onClick={() => start(address)}>
          Continue
        </Button>
        <Button onClick={onBack}>Use a password or passkey</Button>
      </div>
    </Card>
  )
}
