import { useState } from 'react'
import { MOST_DOMAINS, TOO_MANY_DOMAINS, type SsoDomain } from '#contract/identity/sso.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { Badge } from '#web/ui/text/badge.tsx'

type Rule = { isRequired: boolean }
type RowProps = Rule & { domain: SsoDomain }
type DialogProps = RowProps & { onClose: () => void }

const AddDialog = onDemand(async () => (await import('./domain-dialogs.tsx')).AddDomainDialog)
const VerifyDialog = onDemand<DialogProps>(async () => (await import('./domain-dialogs.tsx')).VerifyDomainDialog)
const RemoveDialog = onDemand<DialogProps>(async () => (await import('./domain-dialogs.tsx')).RemoveDomainDialog)

export const DomainList = ({ domains, isRequired }: Rule & { domains: SsoDomain[] }) => (
  <>
    {domains.length > 0 ? (
      <ul data-rows className="grid divide-y">
        {domains.map((domain) => (
          <DomainRow key={domain.id} domain={domain} isRequired={isRequired} />
        ))}
      </ul>
    ) : (
      <p className="text-fg2">Add the domain of your members’ email addresses, and verify it with a DNS record.</p>
    )}
    {domains.length >= MOST_DOMAINS && <p className="text-fg2">{TOO_MANY_DOMAINS}</p>}
  </>
)

const ADD = 'add-domain'

export function AddDomainButton({ count, isRequired }: Rule & { count: number }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <>
      {count < MOST_DOMAINS && (
        <Button size="small" id={ADD} {...intent(AddDialog)} onClick={() => setAdding(true)}>
          Add domain
        </Button>
      )}
      {isAdding && <AddDialog isRequired={isRequired} returnTo={`#${ADD}`} onClose={() => setAdding(false)} />}
    </>
  )
}

function DomainRow({ domain, isRequired }: RowProps) {
  const [Dialog, setDialog] = useState<typeof VerifyDialog | null>(null)
  const { domain: name, isVerified } = domain
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2 last:pb-0">
      <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 wrap-anywhere">{name}</span>
        {isVerified ? <Badge tone="success">Verified</Badge> : <Badge tone="warning">Not verified</Badge>}
      </span>
      <span className="flex flex-wrap gap-2">
        {!isVerified && (
          <Button
            size="small"
            aria-label={`Verify ${name}`}
            {...intent(VerifyDialog)}
            onClick={() => setDialog(() => VerifyDialog)}
          >
            Verify
          </Button>
        )}
        <Button
          size="small"
          aria-label={`Remove ${name}`}
          {...intent(RemoveDialog)}
          onClick={() => setDialog(() => RemoveDialog)}
        >
          Remove
        </Button>
      </span>
      {Dialog && <Dialog domain={domain} isRequired={isRequired} onClose={() => setDialog(null)} />}
    </li>
  )
}
