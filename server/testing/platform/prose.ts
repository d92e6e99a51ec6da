import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

export type Passage = { file: string; line: number; kind: 'comment' | 'text' | 'documentation'; text: string }

type Piece = { start: number; kind: Passage['kind']; text: string }
type SyntaxNode = {
  type: string
  start: number
  end: number
  value?: unknown
  quasis?: { value: { cooked: string } }[]
}

const PROSE = ['*.ts', '*.tsx', '*.mjs', '*.cs', '*.md', '*.css', 'index.html']

/** Reads every comment, every text of more than one word, and the documentation of the project. */
export const readPassages = (): Passage[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...PROSE], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .flatMap((file) => passagesOf(file, readFileSync(file, 'utf8')))

function passagesOf(file: string, source: string): Passage[] {
  return piecesOf(file, source).map(({ start, kind, text }) => ({ file, line: lineOf(source, start), kind, text }))
}

const lineOf = (source: string, index: number) => source.slice(0, index).split('\n').length

function piecesOf(file: string, source: string): Piece[] {
  if (file.endsWith('.md')) return paragraphsOf(source)
  if (/\.(ts|tsx|mjs)$/.test(file)) return scriptPieces(file, source)
  const texts = file.endsWith('.cs') ? piecesLike(source, /"(?:[^"\\\n]|\\.)* (?:[^"\\\n]|\\.)*"/g, 'text') : []
  return [...piecesLike(source, /\/\*[^]*?\*\/|<!--[^]*?-->|(?<=^|\s)\/\/.*/gm, 'comment'), ...texts]
}

const piecesLike = (source: string, pattern: RegExp, kind: Passage['kind']): Piece[] =>
  Array.from(source.matchAll(pattern), ({ index, 0: text }) => ({ start: index, kind, text }))

/** Returns the lines of a page. Code is blanked out: indented blocks, fences and backticks. */
function paragraphsOf(source: string): Piece[] {
  const blank = (code: string) => code.replace(/[^\n]/g, ' ')
  const prose = source.replace(/^(```[^]*?^```|(?: {4}|\t).*)/gm, blank).replace(/`[^`\n]*`/g, blank)
  return piecesLike(prose, /^.*\S.*$/gm, 'documentation')
}

function scriptPieces(file: string, source: string): Piece[] {
  const { program, comments } = parseSync(file, source)
  const pieces: Piece[] = comments.map(({ start, value }) => ({ start, kind: 'comment', text: value }))
  visit(program, (node) => {
    const text = textOf(node, source)
    if (text && /\S\s+\S/.test(text)) pieces.push({ start: node.start, kind: 'text', text })
  })
  return pieces
}

function textOf({ type, value, quasis = [], start, end }: SyntaxNode, source: string) {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type === 'JSXText') return source.slice(start, end)
  return type === 'TemplateLiteral' ? quasis.map((quasi) => quasi.value.cooked).join('…') : undefined
}

/** Tagged templates are SQL. */
function visit(value: unknown, see: (node: SyntaxNode) => void) {
  if (Array.isArray(value)) return value.forEach((entry) => visit(entry, see))
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) {
    if (value.type === 'TaggedTemplateExpression') return
    see(value)
  }
  Object.values(value).forEach((child) => visit(child, see))
}

const isNode = (value: object): value is SyntaxNode => 'type' in value && typeof value.type === 'string'
