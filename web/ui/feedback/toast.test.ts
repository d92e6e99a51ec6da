import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toast, toastStore, TOAST_REMOVE_DELAY } from './toast.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const titles = () => toastStore.read().map(({ title }) => title)

test('a new toast replaces the current one [R-CONST-35]', () => {
  toast({ title: 'License created' })
  toast({ title: 'License updated' })
  expect(titles()).toEqual(['License updated'])
})

test('a dismissed toast closes immediately and is removed after 1000000 ms [R-TOAST-03 R-CONST-37]', () => {
  const id = toast({ title: 'Copied!' })
  dismissToast(id)
  expect(toastStore.read()).toMatchObject([{ id, isOpen: false }])
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY - 1)
  expect(titles()).toEqual(['Copied!'])
  vi.advanceTimersByTime(1)
  expect(TOAST_REMOVE_DELAY).toBe(1_000_000)
  expect(titles()).toEqual([])
})

test('calls a listener on each change until it unsubscribes', () => {
  const heard = vi.fn()
  const stop = toastStore.subscribe(heard)
  dismissToast(toast({ title: 'One' }))
  stop()
  toast({ title: 'Two' })
  expect(heard).toHaveBeenCalledTimes(2)
})
