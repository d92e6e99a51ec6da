import { useState } from 'react'
import { useKeepDialogOpen } from '#web/ui/dialog/dialog-state.ts'
import type { FieldErrors } from './form-state.ts'
import { refusedFields } from './form-values.ts'

type Options = {
  /** A long call that is aborted when the dialog closes. */
  isStoppable?: boolean
}

/** Sends a form once at a time, keeps its dialog open, and collects errors by field. */
export function useSending({ isStoppable }: Options = {}) {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [isPending, setPending] = useState(false)
  const keepsOpen = isPending && !isStoppable
  useKeepDialogOpen(keepsOpen)

  /** Returns the error, or undefined on success. */
  const send = async (work: () => unknown) => {
    setPending(true)
    try {
      await work()
      setErrors({})
      return undefined
    } catch (error) {
      setErrors(refusedFields(error))
      return error as object
    } finally {
      setPending(false)
    }
  }

  return { errors, setErrors, isPending, keepsOpen, send }
}
