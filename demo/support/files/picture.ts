import { crc32, deflateSync } from 'node:zlib'

type Color = readonly [red: number, green: number, blue: number]
export type Rectangle = { x: number; y: number; width: number; height: number; color: Color }

/** Draws rectangles as a PNG. Not compressed, so that the bytes don't depend on the zlib version. */
export function picture(width: number, height: number, rectangles: Rectangle[]) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Bit depth 8, palette colors.
  head.set([8, 3], 8)
  const rows = Buffer.alloc((width + 1) * height)
  for (const [place, rectangle] of rectangles.entries()) {
    for (let y = rectangle.y; y < rectangle.y + rectangle.height; y++) {
      const start = y * (width + 1) + 1 + rectangle.x
      rows.fill(place, start, start + rectangle.width)
    }
  }
  const palette = Buffer.from(rectangles.flatMap(({ color }) => color))
  const pixels = deflateSync(rows, { level: 0 })
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const chunks = [chunk('IHDR', head), chunk('PLTE', palette), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, content: Buffer) {
  const body = Buffer.concat([Buffer.from(type), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
