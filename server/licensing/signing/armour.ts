const COLUMNS = 64

/** Name in the first and last line of a file. */
type Armour = 'LICENSE FILE' | 'LICENSE REQUEST'

const lineOf = (word: 'BEGIN' | 'END', name: Armour) => `-----${word} ${name}-----`

/** JSON in base64, in lines that survive email and copying. */
export function armour(name: Armour, content: object) {
  const text = Buffer.from(JSON.stringify(content)).toString('base64')
  let lines = ''
  for (let start = 0; start < text.length; start += COLUMNS) lines += `${text.slice(start, start + COLUMNS)}\n`
  return `${lineOf('BEGIN', name)}\n${lines}${lineOf('END', name)}\n`
}

/** Returns the JSON of such a text, also of its inner part or of plain JSON. Undefined for anything else. */
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
