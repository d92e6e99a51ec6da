import { LEAVING_TOP, LEAVING_WINDOW, WINDOW } from './fingerprint-tables.ts'

/** Bytes of a block. One ends where the last 14 bits of the fingerprint are set: 16 kB after its minimum, on average. */
const SHORTEST = 8192
const LONGEST = 32_768
const MASK = 16_383

/**
 * Finds the ends of blocks in a file that comes in pieces. They depend on the 64 bytes before them (Rabin 1981), so an insertion changes
 * the blocks around it only.
 */
export function createCutter() {
  const window = new Uint8Array(WINDOW)
  let length = 0
  let [high, low, place] = [0, 0, 0]

  function start() {
    window.fill(0)
    length = 0
    high = low = place = 0
  }

  /** True if the block ends within the piece; `at` is behind the last byte that was read. */
  function cut(piece: Uint8Array, from: number) {
    const [first, last] = [from - length, Math.min(piece.length, from - length + LONGEST)]
    let at = Math.min(last, Math.max(from, first + SHORTEST - WINDOW))
    let [h, l, p] = [high, low, place]
    let isEnd = false
    while (at < last && !isEnd) {
      const byte = piece[at++] ?? 0
      const old = window[p] ?? 0
      window[p] = byte
      p = (p + 1) % WINDOW
      h ^= LEAVING_WINDOW.high[old] ?? 0
      l ^= LEAVING_WINDOW.low[old] ?? 0
      const top = (h >>> 23) & 255
      h = (((h << 8) | (l >>> 24)) & 0x7fffffff) ^ (LEAVING_TOP.high[top] ?? 0)
      l = ((l << 8) | byte) ^ (LEAVING_TOP.low[top] ?? 0)
      isEnd = (l & MASK) === MASK && at - first >= SHORTEST
    }
    ;[high, low, place, length] = [h, l, p, at - first]
    return { at, isEnd: isEnd || length === LONGEST }
  }

  return { start, cut, lengthOf: () => length }
}
