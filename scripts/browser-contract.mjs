import { Visitor } from 'vite'

/**
 * Leaves out of the scripts what only the server and the reference read of the contract: sentences, and schemas of requests and answers
 * but for the status of a creation, with their imports. Marks the constants as pure, so that those that nothing else uses are left out too.
 */
export const browserContract = {
  name: 'browser-contract',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/contract\/.*\.ts$/ },
    handler(code) {
      const program = this.parse(code)
      const read = applied(code, [...unread(code, program), ...pureCalls(program)])
      return { code: applied(read, unusedImports(read, this.parse(read))), map: null }
    },
  },
}

const UNREAD_FACTS = /^(summary|withoutStepUp|consequence|harmless|closedWhileViewing|serves|refuses|isShownOnce)$/
const FACT_TYPES = ['Literal', 'TemplateLiteral', 'ArrayExpression']
const SCHEMA_TYPES = ['ObjectExpression', 'CallExpression']

function unread(code, program) {
  const changes = []
  new Visitor({
    Property({ key, value, start, end }) {
      const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0
      if (UNREAD_FACTS.test(key.name) && FACT_TYPES.includes(value.type))
        changes.push({ start, end: end + comma, text: '' })
      if (key.name !== 'schema' || !SCHEMA_TYPES.includes(value.type)) return
      const isCreation = /\b201: /.test(code.slice(value.start, value.end))
      changes.push({ start: value.start, end: value.end, text: `{ response: {${isCreation ? '201: true' : ''}} }` })
    },
  }).visit(program)
  return changes
}

/** The calls that make the constants, but none in a function: it may be there for its effect. */
function pureCalls(program) {
  const changes = []
  let depth = 0
  const enter = () => void depth++
  const leave = () => void depth--
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    CallExpression({ start }) {
      if (depth === 0) changes.push({ start, end: start, text: '/* @__PURE__ */ ' })
    },
  }).visit(program)
  return changes
}

/** The imports that only the removed code used. A screen would load their modules. */
function unusedImports(code, { body }) {
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  const rest = applied(
    code,
    imports.map(({ start, end }) => ({ start, end, text: '' })),
  )
  const isUsed = ({ local }) => new RegExp(`(?<![\\w$])${local.name.replaceAll('$', '\\$')}(?![\\w$])`).test(rest)
  return imports
    .filter(({ specifiers }) => specifiers.length > 0 && !specifiers.some(isUsed))
    .map(({ start, end }) => ({ start, end, text: '' }))
}

function applied(code, changes) {
  let result = ''
  let position = 0
  for (const { start, end, text } of changes.toSorted((one, other) => one.start - other.start)) {
    if (start < position) continue
    result += code.slice(position, start) + text
    position = end
  }
  return result + code.slice(position)
}
