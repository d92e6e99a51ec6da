import { useEffect, useState } from 'react'
import { subscriptions } from '#contract/billing/subscriptions.ts'
import { ORGANIZATION_SUSPENDED } from '#contract/licensing/changes.ts'
import { useSharedRead } from '#web/app/api/data.ts'
import { clearUrl, useUrlState } from '#web/app/url-state.ts'
import { toast } from '#web/ui/feedback/toast.ts'

export const useSuspension = () => useSharedRead(subscriptions.read)

/** True while the dialog is open that the address asks for. It opens unless the organization is suspended, and then stays with what was typed. */
export function useChangeDialog(parameter: string, value = '1') {
  const [asked] = useUrlState(parameter)
  const { data, isPending, refetch } = useSuspension()
  const [wasOpen, setOpen] = useState(false)
  const isSuspended = data?.isSuspended ?? false
  const isOpen = asked === value && (wasOpen || !(isPending || isSuspended))
  if (isOpen !== wasOpen) setOpen(isOpen)
  const isRefused = asked === value && isSuspended && !isOpen
  useEffect(() => {
    if (!isRefused) return
    // It may have been reactivated since.
    void refetch().then((now) => {
      if (now.data && !now.data.isSuspended) return
      toast({ title: ORGANIZATION_SUSPENDED, tone: 'destructive' })
      clearUrl({ [parameter]: value })
    })
  }, [isRefused, refetch, parameter, value])
  return isOpen
}
