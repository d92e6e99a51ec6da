import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { viewings } from '#contract/identity/viewings.ts'
import { call, type Input } from '#web/app/api/call.ts'
import { sendWrite } from '#web/app/api/data.ts'
import { changeUser } from '#web/app/api/query-client.ts'
import { setPlaceAfterView } from '#web/app/api/viewing.ts'
import { links } from '#web/app/links.ts'

/** Shows the customer's dashboard. Other tabs of the browser load again. */
export const useStartViewing = () =>
  useMutation({
    mutationFn: (input: Input<typeof viewings.start>) => sendWrite(viewings.start, () => call(viewings.start, input)),
    onSuccess: (user) => {
      changeUser(user)
      navigate('/')
    },
    meta: { failure: 'Cannot view the portal as this person' },
  })

export function useStopViewing(organizationId: string | null) {
  const place = organizationId ? links.customer(organizationId) : '/'
  useEffect(() => setPlaceAfterView(place), [place])
  return useMutation({
    mutationFn: () => call(viewings.stop, {}),
    onSuccess: (staff) => {
      changeUser(staff)
      navigate(place, { replace: true })
    },
    meta: { failure: 'Failed to stop' },
  })
}
