import { setImmediate as nextTurn } from 'node:timers/promises'

/** Bytes per turn of the event loop. Even, so that UTF-16 units stay whole. */
const PIECE = 262_144

/** Colors in logs. */
const ESCAPE = '\x1b'

/** Form feeds separate pages of a log. */
const NOT_TEXT = /[^\P{Cc}\t\n\f\r\x7f-\x9f]/u

const WIDE = { fffe: 'utf-16le', feff: 'utf-16be' } as const

/** UTF-8, or UTF-16 with a byte order mark, without control characters. */
export async function isText(bytes: Buffer) {
  const mark = bytes.toString('hex', 0, 2)
  const encoding = mark === 'fffe' || mark === 'feff' ? WIDE[mark] : 'utf-8'
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for (let place = 0; place < bytes.length; place += PIECE) {
      const piece = bytes.subarray(place, place + PIECE)
      const text = decoder.decode(piece, { stream: true })
      if (NOT_TEXT.test(text.replaceAll(ESCAPE, ''))) return false
      await nextTurn()
    }
    decoder.decode()
    return true
  } catch {
    return false
  }
}
