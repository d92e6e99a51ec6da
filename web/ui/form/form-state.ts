import { createContext } from 'react'

/** One error sentence per field name. */
export type FieldErrors = Record<string, string>

export const FormErrors = createContext<FieldErrors>({})
