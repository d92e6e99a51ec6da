import type { RegistrationForm } from '#contract/identity/session.ts'
import { tabStorage } from '#web/app/storage.ts'

const KEY = 'sign-up'

export type SignUpDraft = Partial<Omit<RegistrationForm, 'password'>>

const fields = ['organizationName', 'contactEmail', 'firstName', 'lastName', 'username'] as const

/** Keeps the draft in this tab, so that a reload does not lose it. */
export function keepDraft(form: HTMLFormElement) {
  const typed = new FormData(form)
  tabStorage()?.setItem(KEY, JSON.stringify(Object.fromEntries(fields.map((name) => [name, typed.get(name)]))))
}

export function readDraft(): SignUpDraft {
  try {
    const kept = Object(JSON.parse(tabStorage()?.getItem(KEY) ?? '{}'))
    return Object.fromEntries(fields.map((name) => [name, String(kept[name] ?? '')]))
  } catch {
    return {}
  }
}

export const forgetDraft = () => tabStorage()?.removeItem(KEY)
