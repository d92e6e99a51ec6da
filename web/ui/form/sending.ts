import { useState } from 'react'
import { useHeldDialog } from '#web/ui/dialog/dialog-state.ts'
import type { FieldErrors } from './form-state.ts'
import { refusedFields } from './form-values.ts'

type Options = {
  /** What is on its way ends when the dialog closes, and takes so long that it may. */
  isStoppable?: boolean
}

/**
 * How every form is sent: once at a time, its dialog held open meanwhile, and what the server refuses told by field. A failure that
 * names no field is told by a toast.
 */
export function useSending({ isStoppable }: Options = {}) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isPending, setPending] = useState(false)
  const isHeld = isPending && !isStoppable
  useHeldDialog(isHeld)

  /** Answers the fields that were refused, undefined once all was taken. */
  const send = async (work: () => unknown) => {
    setPending(true)
    try {
      await work()
      setErrors({})
      return undefined
    } catch (error) {
      const refused = refusedFields(error)
      setErrors(refused)
      return refused
    } finally {
      setPending(false)
    }
  }

  return { errors, setErrors, isPending, isHeld, send }
}
