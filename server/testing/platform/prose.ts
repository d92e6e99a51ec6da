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
  arguments?: SyntaxNode[]
  name?: { name?: string }
}

const PROSE = ['*.ts', '*.tsx', '*.mjs', '*.cs', '*.md', '*.css', 'index.html']

/** Reads every comment, every text of more than one word, and the documentation of the project. */
export const readPassages = (): Passage[] =>
  listFiles(PROSE).flatMap((file) => passagesOf(file, readFileSync(file, 'utf8')))

const listFiles = (patterns: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], { encoding: 'utf8' })
    .trim()
    .split('\n')

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

/** Returns each string in the tests that prove requirements, with the ids of these. */
export function readProvenTexts() {
  const ids = new Map<string, Set<string>>()
  for (const file of listFiles(['*.test.ts', '*.test.tsx', '*.spec.ts']))
    visit(parseSync(file, readFileSync(file, 'utf8')).program, (node) => {
      if (node.type !== 'CallExpression' || !node.arguments?.[0]) return
      const proven = (textOf(node.arguments[0], '') ?? '').match(/R-[A-Z]+-\d+/g)
      if (proven)
        visit(node.arguments.slice(1), (inner) => {
          const text = textOf(inner, '')
          if (text) ids.set(text, new Set([...(ids.get(text) ?? []), ...proven]))
        })
    })
  return ids
}

function textOf({ type, value, quasis = [], start, end }: SyntaxNode, source: string) {
  if (type === 'Literal' && typeof value === 'string') return value
  if (type === 'JSXText') return source.slice(start, end)
  return type === 'TemplateLiteral' ? quasis.map((quasi) => quasi.value.cooked).join('…') : undefined
}

/** Tagged templates are SQL, and the attribute `className` names styles. */
function visit(value: unknown, see: (node: SyntaxNode) => void) {
  if (Array.isArray(value)) return value.forEach((entry) => visit(entry, see))
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) {
    if (value.type === 'TaggedTemplateExpression' || isStyle(value)) return
    see(value)
  }
  Object.values(value).forEach((child) => visit(child, see))
}

const isStyle = ({ type, name }: SyntaxNode) => type === 'JSXAttribute' && name?.name === 'className'

const isNode = (value: object): value is SyntaxNode => 'type' in value && typeof value.type === 'string'
