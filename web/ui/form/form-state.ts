import { createContext } from 'react'

export type FieldErrors = Record<string, string>

export const FormErrors = createContext<FieldErrors>({})
