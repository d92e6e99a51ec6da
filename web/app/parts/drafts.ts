import { useEffect, useEffectEvent, useState } from 'react'
import { tabStorage } from '#web/app/storage.ts'
import { useCurrentUser } from '#web/identity/session/api.ts'

type Fields = Record<string, string | boolean>

/** A draft that outlives its dialog and a reload, in this tab and for this user, until it is sent or the user signs out. */
export function useDraft<Draft extends Fields>(name: string, empty: Draft) {
  const { id } = useCurrentUser()
  const key = `draft ${id} ${name}`
  const [{ draft, isKept }, setState] = useState(() => read(key, empty))

  const change = (changes: Partial<Draft>) => {
    const next = { ...draft, ...changes }
    setState({ draft: next, isKept: isEqual(next, empty) ? forget(key) : store(key, next) })
  }

  const empties = useEffectEvent(() => setState({ draft: empty, isKept: false }))
  useEffect(() => {
    const listen = () => empties()
    dropped.addEventListener(key, listen)
    return () => dropped.removeEventListener(key, listen)
  }, [key])

  /** Deletes the draft, also where it has been opened again while it was sent. */
  const drop = () => {
    setState({ draft: empty, isKept: forget(key) })
    dropped.dispatchEvent(new Event(key))
  }

  const dropInAllTabs = () => {
    tabs?.postMessage([key, tabStorage()?.getItem(key)])
    drop()
  }

  return { key, draft, isKept, change, drop, dropInAllTabs }
}

const dropped = new EventTarget()

const tabs = globalThis.window && new BroadcastChannel('drafts')
tabs?.addEventListener('message', ({ data: [key, sent] }: MessageEvent<[string, string | null | undefined]>) => {
  if (!sent || tabStorage()?.getItem(key) !== sent) return
  forget(key)
  dropped.dispatchEvent(new Event(key))
})

const isEqual = (one: Fields, other: Fields) => Object.keys(one).every((name) => one[name] === other[name])

function read<Draft extends Fields>(key: string, empty: Draft) {
  const stored = Object(JSON.parse(tabStorage()?.getItem(key) ?? 'null')) as Fields
  const fields = Object.entries(empty).map(([name, value]) => {
    const kept = stored[name]
    return [name, typeof kept === typeof value ? kept : value]
  })
  const draft = Object.fromEntries(fields) as Draft
  return { draft, isKept: !isEqual(draft, empty) }
}

function store(key: string, draft: Fields) {
  const storage = tabStorage()
  try {
    storage?.setItem(key, JSON.stringify(draft))
    return storage !== undefined
  } catch {
    return false
  }
}

function forget(key: string) {
  tabStorage()?.removeItem(key)
  return false
}
