import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { createBLAKE2b } from 'hash-wasm'
import { createCutter } from './blocks.ts'

/** Bits of a block's checksum. */
const CHECKSUM = 144

/** Bytes hashed in one turn of the event loop: less than a millisecond. */
const PIECE = 32_768

const compress = promisify(gzip)

/** The blocks of a file as electron-updater reads them: JSON in gzip. Keeps one checksum per block in memory, nothing of the file. */
export async function makeBlockMap(chunks: AsyncIterable<Uint8Array>) {
  const blocks = await createBlocks()
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += PIECE) {
      blocks.add(chunk.subarray(at, at + PIECE))
      await nextTurn()
    }
  }
  const { checksums, sizes } = blocks.finish()
  return compress(JSON.stringify({ version: '2', files: [{ name: 'file', offset: 0, checksums, sizes }] }))
}

async function createBlocks() {
  const cutter = createCutter()
  const checksums: string[] = []
  const sizes: number[] = []
  const hash = await createBLAKE2b(CHECKSUM)

  function end() {
    checksums.push(Buffer.from(hash.digest('binary')).toString('base64'))
    sizes.push(cutter.lengthOf())
    hash.init()
    cutter.start()
  }

  return {
    add: (piece: Uint8Array) => {
      for (let from = 0; from < piece.length;) {
        const { at, isEnd } = cutter.cut(piece, from)
        hash.update(piece.subarray(from, at))
        if (isEnd) end()
        from = at
      }
    },
    finish: () => {
      if (cutter.lengthOf() > 0) end()
      return { checksums, sizes }
    },
  }
}
