import { useState } from 'react'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { useRead } from '#web/app/api/data.ts'
import { useUrlState } from '#web/app/url-state.ts'

/** True while the dialog is open that the address asks for. It opens unless the organization is suspended, and then stays with what was typed. */
export function useChangeDialog(parameter: string, value = '1') {
  const [asked] = useUrlState(parameter)
  const { data, isPending } = useRead(subscriptions.read)
  const [wasOpen, setOpen] = useState(false)
  const isOpen = asked === value && (wasOpen || !(isPending || data?.isSuspended))
  if (isOpen !== wasOpen) setOpen(isOpen)
  return isOpen
}
