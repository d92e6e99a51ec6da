import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isSoonAfterAnother, position, rememberClosing, TOOLTIP_DELAY, TOOLTIP_SKIP_DELAY } from './tooltip.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a tooltip waits 700 ms, unless another closed within 300 ms [R-CONST-40 R-CONST-41]', () => {
  expect([TOOLTIP_DELAY, TOOLTIP_SKIP_DELAY]).toEqual([700, 300])
  expect(isSoonAfterAnother()).toBe(false)
  rememberClosing()
  vi.advanceTimersByTime(299)
  expect(isSoonAfterAnother()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isSoonAfterAnother()).toBe(false)
})

const tooltip = { width: 100, height: 30 }

test('centers a tooltip above its control', () => {
  expect(position({ top: 200, bottom: 232, left: 300, width: 40 }, tooltip, 1000)).toEqual({ top: 164, left: 270 })
})

test('places a tooltip below if there is no space above', () => {
  expect(position({ top: 10, bottom: 42, left: 300, width: 40 }, tooltip, 1000).top).toBe(48)
})

test('keeps a tooltip inside the window', () => {
  expect(position({ top: 200, bottom: 232, left: 0, width: 32 }, tooltip, 320).left).toBe(8)
  expect(position({ top: 200, bottom: 232, left: 290, width: 30 }, tooltip, 320).left).toBe(212)
})
