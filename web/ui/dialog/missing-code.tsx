import { useEffect, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** Why code could not be loaded. 'outdated': a newer version of the portal has replaced it. */
export type MissingCode = 'offline' | 'unreachable' | 'outdated'

type Explain = () => Promise<MissingCode>
let explain: Explain = async () => 'unreachable'

/** The app finds out why, and may load the page again instead of answering. */
export const onMissingCode = (explainer: Explain) => {
  explain = explainer
}

const sentences: Record<MissingCode, string> = {
  offline: 'You are offline. This opens as soon as you are back online.',
  unreachable: 'Cannot reach the server. This opens as soon as it answers.',
  outdated: 'The portal has been updated. Reload the page to open this.',
}

const RETRY = 5000

type Props = {
  retry: () => void
  failedAttempt: number
  /** Shown where the part would be; otherwise at the bottom of the window, over the page that stays. */
  isInline: boolean
}

/** Stays through further attempts, so that a screen reader reads it once. */
export function MissingCodeNotice({ retry, failedAttempt, isInline }: Props) {
  const reason = useReason(failedAttempt)
  useRetry(reason, retry)
  if (!reason) return null
  const action = (
    <Button size="small" onClick={reason === 'outdated' ? () => window.location.reload() : retry}>
      {reason === 'outdated' ? 'Reload' : 'Try again'}
    </Button>
  )
  const notice = (
    <Alert tone="warning" action={action}>
      {sentences[reason]}
    </Alert>
  )
  return isInline ? notice : <OverThePage>{notice}</OverThePage>
}

function useReason(failedAttempt: number) {
  const [reason, setReason] = useState<MissingCode>()
  useEffect(() => void explain().then(setReason), [failedAttempt])
  return reason
}

function useRetry(reason: MissingCode | undefined, retry: () => void) {
  useEffect(() => {
    window.addEventListener('online', retry)
    const timer = reason === 'unreachable' ? setTimeout(retry, RETRY) : undefined
    return () => {
      window.removeEventListener('online', retry)
      clearTimeout(timer)
    }
  }, [reason, retry])
}

const OverThePage = ({ children }: { children: ReactNode }) => (
  <div className="pointer-events-auto fixed inset-x-4 bottom-12 z-60 mx-auto max-w-lg shadow-lg">{children}</div>
)
