import * as z from 'zod/mini'
import type { FieldErrors } from './form-state.ts'

export type FormControl = {
  name: string
  type: string
  value: string
  checked?: boolean
  disabled?: boolean
  files?: ArrayLike<File> | null
  validity?: { badInput: boolean }
}

/** Values by control name. Unlike FormData, includes unchecked boxes as false. */
export function formValues(controls: Iterable<FormControl>) {
  const values: Record<string, unknown> = {}
  for (const control of controls) {
    const isUnchosen = control.type === 'radio' && !control.checked
    if (control.name && !control.disabled && !isUnchosen) values[control.name] = valueOf(control)
  }
  return values
}

/** A text that the browser cannot read, such as a date without its year, has no value. No schema of dates or numbers accepts the sign instead. */
function valueOf({ type, value, checked, files, validity }: FormControl) {
  if (type === 'checkbox') return checked
  if (type === 'file') return files?.[0]
  return validity?.badInput ? '?' : value
}

/** Keeps the first error of each field. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[]) {
  const errors: FieldErrors = {}
  for (const { path, message } of issues) errors[String(path[0] ?? '')] ??= message
  return errors
}

/** The fields that a refused call named. */
export const refusedFields = (error: unknown): FieldErrors => ({
  ...(error as { errors?: FieldErrors } | null)?.errors,
})

export const withoutField = (errors: FieldErrors, name: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => field !== name))

/** The entries of a field in which commas separate them. */
export const commaSeparated = (text: string) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
