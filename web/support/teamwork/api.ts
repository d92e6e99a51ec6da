import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { inbox } from '#contract/support/inbox.ts'
import { PRESENCE, teamwork, type Presence } from '#contract/support/teamwork.ts'
import { tickets } from '#contract/support/tickets.ts'
import { call } from '#web/app/api/call.ts'
import { readOptions, useRead, useUndoableWrite, useWrite } from '#web/app/api/data.ts'
import { keepAnswer, queryClient, refetch } from '#web/app/api/query-client.ts'

const presenceOf = (id: string) => readOptions(teamwork.presence, { params: { id } })

/** Colleagues who have the ticket open, filled by the reporter below and by live events. */
export const useColleagues = (id: string) => useQuery({ ...presenceOf(id), staleTime: Infinity }).data ?? []

let readings = 0

export function readColleagues(id: string) {
  readings += 1
  return refetch({ queryKey: presenceOf(id).queryKey })
}

/** Colleagues as of a sign. An event since then has had them read again, and they may have changed. */
async function keepColleagues(id: string, sent: Promise<Presence[]>) {
  const before = readings
  const colleagues = await sent
  if (readings === before) queryClient.setQueryData(presenceOf(id).queryKey, colleagues)
}

let lastSign = Promise.resolve()

/** One after the other, because a sign that arrives after the leaving shows this user for another minute. A failure shows nothing. */
const sendInOrder = (send: () => Promise<void>) => (lastSign = lastSign.then(send).catch(() => undefined))

const show = (id: string, isTyping: boolean) =>
  sendInOrder(() => keepColleagues(id, call(teamwork.present, { params: { id }, body: { isTyping } })))

const leave = (id: string) => void sendInOrder(async () => void (await call(teamwork.leave, { params: { id } })))

/** Milliseconds without a key after which typing has stopped. */
const PAUSE = (PRESENCE.typing - 2) * 1000

/** Shows colleagues that this user views the ticket, and that they type while the draft changes. */
export function usePresence(id: string, draft: string) {
  const isTyping = useRef(false)
  const last = useRef(draft)
  const setTyping = useEffectEvent((next: boolean) => {
    if (isTyping.current === next) return
    isTyping.current = next
    void show(id, next)
  })

  useEffect(() => {
    const renew = () => void (document.hidden ? leave(id) : show(id, isTyping.current))
    renew()
    const timer = window.setInterval(() => !document.hidden && renew(), PRESENCE.renewed * 1000)
    document.addEventListener('visibilitychange', renew)
    return () => {
      window.clearInterval(timer)
      document.removeEventListener('visibilitychange', renew)
      leave(id)
    }
  }, [id])

  useEffect(() => {
    if (last.current === draft) return
    last.current = draft
    setTyping(draft !== '')
    const timer = window.setTimeout(() => setTyping(false), PAUSE)
    return () => window.clearTimeout(timer)
  }, [draft])
}

const changing = { refresh: [tickets.list, inbox.counts] }

export const useSnooze = () =>
  useUndoableWrite(teamwork.snooze, {
    ...changing,
    success: ({ snoozedUntil }) => (snoozedUntil ? 'Ticket snoozed' : 'Ticket is back in the inbox'),
    failure: 'Failed to change the snooze',
  })

export const useMerge = () =>
  useWrite(teamwork.merge, {
    ...changing,
    success: ({ ticketNumber }) => ['Tickets merged', `The conversation continues in ${ticketNumber}.`],
    failure: 'Failed to merge the tickets',
  })

export const useFollowers = (id: string) => useRead(teamwork.followers, { params: { id } })

export const useFollow = () =>
  useWrite(teamwork.follow, {
    failure: 'Failed to change who follows the ticket',
    keep: (followers, { params }) => keepAnswer(readOptions(teamwork.followers, { params }).queryKey, followers),
  })
