import { useState } from 'react'
import { countOf } from '#contract/quantities.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Confirmation } from '#web/ui/dialog/confirmed.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { useChangeMfaRule, useMfaRule } from './api.ts'

type Props = { isRequired: boolean; onClose: () => void }

export function MfaRuleDialog({ isRequired, onClose }: Props) {
  // Keeps its question until it closes, even after the answer has changed the rule.
  const [wasRequired] = useState(isRequired)
  const Ask = wasRequired ? MakeOptional : Require
  return <Ask onClose={onClose} />
}

type AskProps = Pick<Props, 'onClose'>

function Require({ onClose }: AskProps) {
  const { mutateAsync } = useChangeMfaRule()
  const rule = useMfaRule()
  return (
    <ConfirmDialog
      title="Require two-factor authentication?"
      description="Members without it can only open their account until they have set it up, and their API tokens are refused. Devices are not affected."
      confirm="Require"
      pending="Saving…"
      tone="primary"
      isDisabled={!rule.data}
      onConfirm={(confirmed: Confirmation) => mutateAsync({ body: { isRequired: true }, confirmed })}
      onClose={onClose}
    >
      <Loaded
        query={rule}
        failure="Failed to count the members. Please try again."
        skeleton={<Skeleton className="h-5" />}
      >
        {({ membersWithout }) => <p className="font-medium">{effectOn(membersWithout)}</p>}
      </Loaded>
    </ConfirmDialog>
  )
}

const effectOn = (members: number) =>
  members === 0
    ? 'All members have set it up.'
    : `${countOf(members, 'member')} ${members === 1 ? 'has' : 'have'} not set it up.`

function MakeOptional({ onClose }: AskProps) {
  const { mutateAsync } = useChangeMfaRule()
  return (
    <ConfirmDialog
      title="Make two-factor authentication optional?"
      description="Members may then turn it off, and new members join without it."
      confirm="Make Optional"
      pending="Saving…"
      onConfirm={(confirmed: Confirmation) => mutateAsync({ body: { isRequired: false }, confirmed })}
      onClose={onClose}
    />
  )
}
