import { encode } from 'uqr'
import type { Doc } from './style.ts'

/** Points. Cameras need a margin of four squares. */
export const QUIET_ZONE = 8

/** In bytes. More gives squares that a phone can't tell apart in print. */
const LONGEST = 400

export const fitsQrCode = (text: string) => Buffer.byteLength(text) <= LONGEST

export function drawQrCode(doc: Doc, text: string, { x, y, size: side }: { x: number; y: number; size: number }) {
  const { size, data } = encode(text, { border: 0 })
  doc
    .save()
    .translate(x, y)
    .scale(side / size)
  data.forEach((row, top) => row.forEach((isDark, left) => isDark && doc.rect(left, top, 1, 1)))
  doc.fill('#000').restore()
}
