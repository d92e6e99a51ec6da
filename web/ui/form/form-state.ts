import { createContext } from 'react'

export type FieldErrors = Record<string, string>

/** Refusals that a form shows at their field, so no toast repeats them. */
export const shownAtField = new WeakSet<object>()

export const FormErrors = createContext<FieldErrors>({})
