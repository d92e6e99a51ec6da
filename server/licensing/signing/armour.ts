const COLUMNS = /.{1,64}/g

/** What a file is called between the dashes of its first and last line. */
export type Armour = 'LICENSE FILE' | 'LICENSE REQUEST'

const lineOf = (word: 'BEGIN' | 'END', name: Armour) => `-----${word} ${name}-----`

/** JSON in base64, in lines that survive a mail or a memory stick. */
export function armour(name: Armour, content: object) {
  const lines = Buffer.from(JSON.stringify(content)).toString('base64').match(COLUMNS) ?? []
  return [lineOf('BEGIN', name), ...lines, lineOf('END', name), ''].join('\n')
}

/** The JSON of such a text, also when only its inner part, or what it stands for, was copied. Undefined for anything else. */
export function readArmour(name: Armour, text: string): unknown {
  const [begin, end] = [lineOf('BEGIN', name), lineOf('END', name)]
  const bare = text.trim()
  const inner = bare.startsWith(begin) && bare.endsWith(end) ? bare.slice(begin.length, -end.length) : bare
  const json = inner.startsWith('{') ? inner : decode(inner.replace(/\s/g, ''))
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

const decode = (base64: string) =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(base64) ? Buffer.from(base64, 'base64').toString() : ''
