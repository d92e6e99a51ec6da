import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { formatAgo, formatDateTime, formatInstant } from '#contract/dates.ts'
import type { OpenSession } from '#contract/identity/account.ts'
import { Button } from '#web/ui/button/button.tsx'
import { intent, onDemand } from '#web/ui/dialog/on-demand.tsx'
import { notLoaded } from '#web/ui/feedback/load-failure.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Card } from '#web/ui/page/card.tsx'
import { Badge } from '#web/ui/text/badge.tsx'
import { DateText } from '#web/ui/text/date.tsx'
import { useEndOtherSessions, useEndSession, useSessions } from './api.ts'

const ConfirmDialog = onDemand(async () => (await import('#web/ui/dialog/confirm-dialog.tsx')).ConfirmDialog)

export function SessionsCard() {
  const sessions = useSessions()
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent).length ?? 0
  return (
    <Card title="Sessions" description="Where you are signed in." actions={others > 0 && <EndOthers others={others} />}>
      <Loaded query={sessions} failure={notLoaded('your sessions')}>
        {(list) => (
          <ul className="grid divide-y">
            {list.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const SessionRow = ({ session }: { session: OpenSession }) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
    <MonitorSmartphone aria-hidden className="size-5 shrink-0 text-fg2" />
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
        {session.device}
        {session.isCurrent && <Badge tone="success">This device</Badge>}
      </p>
      <p className="text-[13px] text-fg2">
        {session.ip && <>{session.ip} · </>}
        Last used {formatAgo(session.lastUsedAt)},{' '}
        <DateText value={session.lastUsedAt} format={formatDateTime} full={formatInstant} />
      </p>
    </div>
    {!session.isCurrent && <RevokeButton session={session} />}
  </li>
)

function RevokeButton({ session }: { session: OpenSession }) {
  const end = useEndSession(session)
  return (
    <Button size="small" isPending={end.isPending} onClick={() => end.mutate({ params: { id: session.id } })}>
      Revoke<span className="sr-only"> {session.device}</span>
    </Button>
  )
}

function EndOthers({ others }: { others: number }) {
  const end = useEndOtherSessions()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button size="small" {...intent(ConfirmDialog)} onClick={() => setAsking(true)}>
        Sign out all other sessions
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Sign out all other sessions?"
          description={`You stay signed in here. ${others === 1 ? 'One other session ends' : `${others} other sessions end`} immediately.`}
          confirm="Sign out"
          pending="Signing out…"
          onConfirm={() => end.mutateAsync({})}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
