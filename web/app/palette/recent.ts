import * as z from 'zod/mini'
import { tabStorage } from '#web/app/storage.ts'

const keyOf = (userId: string) => `recent ${userId}`
const MOST = 5

const Recent = z.object({ label: z.string(), hint: z.optional(z.string()), href: z.string() })
const List = z.catch(z.array(Recent), [])
type Recent = z.infer<typeof Recent>

/** Newest first. Signing out deletes them, but a session can also end without it, and another user sign in on the tab. */
export const readRecent = (userId: string): Recent[] => z.parse(List, parsed(tabStorage()?.getItem(keyOf(userId))))

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '[]')
  } catch {
    return []
  }
}

type Destination = Omit<Recent, 'href'> & { href?: string | undefined }

export function keepRecent(userId: string, { label, hint, href }: Destination) {
  if (!href) return
  const others = readRecent(userId).filter((recent) => recent.href !== href)
  try {
    tabStorage()?.setItem(keyOf(userId), JSON.stringify([{ label, hint, href }, ...others].slice(0, MOST)))
  } catch {
    // Storage is full.
  }
}
