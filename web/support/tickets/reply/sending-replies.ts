import { useSyncExternalStore } from 'react'

/** Drafts that are being sent. Their form may have been left and opened again, and must not send them twice. */
const sending = new Set<string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const announce = () => listeners.forEach((listener) => listener())

export const useIsBeingSent = (draftKey: string) => useSyncExternalStore(subscribe, () => sending.has(draftKey))

export async function whileSending<Result>(draftKey: string, send: () => Promise<Result>) {
  sending.add(draftKey)
  announce()
  try {
    return await send()
  } finally {
    sending.delete(draftKey)
    announce()
  }
}
