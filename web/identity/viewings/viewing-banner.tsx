import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { fullName, type CurrentUser, type Viewing } from '#contract/identity/session.ts'
import { refetch } from '#web/app/api/query-client.ts'
import { currentUserOptions } from '#web/identity/session/api.ts'
import { Button } from '#web/ui/button/button.tsx'
import { keepClear } from '#web/ui/page/keep-clear.ts'
import { useStopViewing } from './api.ts'

type Props = { user: CurrentUser; viewing: Viewing }

const keepBelowBanner = keepClear('--banner', 0)

/** On every screen, above everything else. */
export function ViewingBanner({ user, viewing }: Props) {
  const stop = useStopViewing(user.organizationId)
  const minutes = useMinutesLeft(viewing.endsAt)
  return (
    <aside
      ref={keepBelowBanner}
      aria-label="View as a customer"
      className="short:static sticky top-14 z-20 -mx-4 -mt-6 mb-6 flex flex-wrap items-center gap-x-3 gap-y-2 bg-fg px-4 py-2.5 text-bg sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8"
    >
      <Eye aria-hidden className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-60 wrap-break-word">
        <strong className="font-semibold">
          Viewing as {fullName(user)}
          {user.organization && `, ${user.organization}`}.
        </strong>{' '}
        You cannot change anything. {timeLeft(minutes)}
        <span className="block text-[13px]">Reason: {viewing.reason}</span>
      </p>
      <Button size="small" className="text-fg" isPending={stop.isPending} onClick={() => stop.mutate()}>
        Stop Viewing
      </Button>
    </aside>
  )
}

const timeLeft = (minutes: number) => (minutes > 1 ? `${minutes} minutes left.` : 'Less than a minute left.')

const MINUTE = 60_000

/** Asks the server when the time is over, which then ends the page. */
function useMinutesLeft(endsAt: string) {
  const [now, setNow] = useState(Date.now)
  const left = Date.parse(endsAt) - now
  useEffect(() => {
    const next = left > MINUTE ? left % MINUTE || MINUTE : Math.max(left, 1000)
    const timer = setTimeout(() => {
      setNow(Date.now())
      if (left <= MINUTE) void refetch({ queryKey: currentUserOptions.queryKey })
    }, next)
    return () => clearTimeout(timer)
  }, [left])
  return Math.ceil(left / MINUTE)
}
