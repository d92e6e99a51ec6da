import { createContext } from 'react'

/** One sentence per field, by its name. */
export type FieldErrors = Record<string, string>

export const FormErrors = createContext<FieldErrors>({})
