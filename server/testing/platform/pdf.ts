import { inflateSync } from 'node:zlib'

/** The text of each page: strings in the order they were written, decoded by each font's character map. */
export function pagesOf(pdf: Buffer): string[] {
  const objects = new Map(Array.from(pdf.toString('latin1').matchAll(OBJECT), ([, id, body = '']) => [id, body]))
  const meanings = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    for (const [, name = '', font] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font) ?? '')?.[1]
      if (unicode) meanings.set(name, meaningsIn(streamOf(objects.get(unicode))))
    }
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.map((body) => textIn(streamOf(objects.get(/\/Contents (\d+) 0 R/.exec(body)?.[1])), meanings))
}

const OBJECT = /(\d+) 0 obj\n([^]*?)\nendobj/g

function streamOf(body = '') {
  const content = /stream\n([^]*)\nendstream/.exec(body)?.[1] ?? ''
  return inflateSync(Buffer.from(content, 'latin1')).toString('latin1')
}

/** `<0001> <0002> [<0041> <0042>]`: glyphs 1 and 2 are A and B. */
function meaningsIn(map: string) {
  const meanings = new Map<string, string>()
  for (const [, start = '', list = ''] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g)) {
    const values = Array.from(list.matchAll(/<([\da-f ]+)>/g), ([, value = '']) => value)
    values.forEach((value, offset) => {
      const glyph = (Number.parseInt(start, 16) + offset).toString(16).padStart(4, '0')
      meanings.set(glyph, Buffer.from(value.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'))
    })
  }
  return meanings
}

function textIn(content: string, meanings: Map<string, Map<string, string>>) {
  let font = ''
  let text = ''
  for (const [, name, strings = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = name
    const glyphs = Array.from(strings.matchAll(/<([\da-f]+)>/g), ([, hex = '']) => hex.match(/.{4}/g) ?? []).flat()
    if (glyphs.length > 0) text += glyphs.map((glyph) => meanings.get(font)?.get(glyph) ?? '�').join('') + '\n'
  }
  return text
}
