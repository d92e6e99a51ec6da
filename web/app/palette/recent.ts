import * as z from 'zod/mini'
import { tabStorage } from '#web/app/tab-storage.ts'

const KEY = 'recent'
const MOST = 5

const Recent = z.object({ label: z.string(), hint: z.optional(z.string()), href: z.string() })
const List = z.catch(z.array(Recent), [])
type Recent = z.infer<typeof Recent>

/** Newest first. Signing out deletes them. */
export const readRecent = (): Recent[] => z.parse(List, parsed(tabStorage()?.getItem(KEY)))

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}

export function keepRecent({ label, hint, href }: Omit<Recent, 'href'> & { href?: string | undefined }) {
  if (!href) return
  const others = readRecent().filter((recent) => recent.href !== href)
  try {
    tabStorage()?.setItem(KEY, JSON.stringify([{ label, hint, href }, ...others].slice(0, MOST)))
  } catch {
    // Storage is full.
  }
}
