import * as z from 'zod/mini'
import type { FieldErrors } from './form-state.ts'

/** The part of an input, select or textarea that a form reads. */
export type FormControl = {
  name: string
  type: string
  value: string
  checked?: boolean
  disabled?: boolean
  files?: ArrayLike<File> | null
}

/**
 * Name and value of every control: a box is true or false, a chosen radio its value, a picked file the file, all else text.
 * FormData is not enough: it leaves out empty boxes and cannot say true.
 */
export function formValues(controls: Iterable<FormControl>) {
  const values: Record<string, unknown> = {}
  for (const control of controls) {
    if (!control.name || control.disabled) continue
    if (control.type === 'radio' && !control.checked) continue
    values[control.name] = valueOf(control)
  }
  return values
}

function valueOf({ type, value, checked, files }: FormControl) {
  if (type === 'checkbox') return checked === true
  if (type === 'file') return files?.[0]
  return value
}

/** The first problem of each field, by its name. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]) {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message
  return errors
}

/** A refused call may name fields; anything else about the failure is told by a toast. */
export function refusedFields(error: unknown): FieldErrors {
  const named = typeof error === 'object' && error !== null && 'errors' in error ? error.errors : null
  if (typeof named !== 'object' || named === null) return {}
  return Object.fromEntries(Object.entries(named).map(([field, message]) => [field, String(message)]))
}

export const withoutField = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name))
