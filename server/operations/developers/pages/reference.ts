import { REFUSALS } from '#server/operations/developers/document/answers.ts'
import type { ApiDocument } from '#server/operations/developers/document/document.ts'
import type { Answer, Operation } from '#server/operations/developers/document/operation.ts'
import type { JsonSchema } from '#server/operations/developers/document/schemas.ts'
import { curlOf } from './curl.ts'
import { showCode, showTable } from './guide.ts'
import { escape } from './html.ts'
import { findNames, nameOf, noteOf, showType } from './shapes.ts'

type Schemas = ApiDocument['components']['schemas']
type Call = { method: string; path: string; operation: Operation }

/** The page of a tag: its operations, and the shapes that they use. */
export function renderReference({ paths, components: { schemas } }: ApiDocument, tag: string) {
  const calls: Call[] = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  )
  const own = calls.filter(({ operation }) => operation.tags.includes(tag))
  const names = [...findNames(own, schemas)].toSorted()
  const shapes = names.map(
    (name) =>
      `<section class="shape" id="${name}"><h3>${name}</h3>${showShape(showType(schemas[name] ?? {}))}</section>`,
  )
  return {
    sections: own.map(({ operation }) => ({ id: operation.operationId, title: operation.operationId })),
    content: `${own.map((call) => showCall(call, schemas)).join('\n')}\n<h2 id="shapes">Shapes</h2>\n${shapes.join('\n')}`,
  }
}

const showShape = (html: string) => `<pre tabindex="0"><code>${html}</code></pre>`

function showCall({ method, path, operation }: Call, schemas: Schemas) {
  const curl = curlOf(method, path, operation, schemas)
  return `<section class="call" id="${operation.operationId}">
<h2>${escape(operation.summary)}</h2>
<p class="address"><b class="${method}">${method.toUpperCase()}</b> <code>${escape(path)}</code></p>
<p>${escape(operation.description).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>
${showParameters(operation)}
${showBody(operation, schemas)}
${showAnswers(operation, schemas)}
${curl ? `<h3>Example</h3>${showCode(curl)}` : ''}
${showExample(operation)}
</section>`
}

function showExample({ responses }: Operation) {
  const examples = Object.values(responses).map((answer) =>
    'content' in answer ? answer.content?.['application/json']?.example : undefined,
  )
  const example = examples.find((one) => one !== undefined)
  return example === undefined ? '' : `<h3>Example of an answer</h3>${showCode(JSON.stringify(example, null, 2))}`
}

const HEADERS = '<th scope="col">Name</th><th scope="col">In</th><th scope="col">Type</th>'

function showParameters({ parameters }: Operation) {
  const own = parameters.flatMap((parameter) => ('name' in parameter ? [parameter] : []))
  if (own.length === 0) return ''
  const rows = own.map(({ name, in: place, required, schema }) => {
    const note = [...(required ? ['required'] : []), noteOf(schema)].filter(Boolean).join(', ')
    return `<td><code>${escape(name)}</code></td><td>${place}</td><td>${showType(schema)}${note && ` <i>${escape(note)}</i>`}</td>`
  })
  return `<h3>Parameters</h3>${showTable(HEADERS, rows)}`
}

function showBody({ requestBody }: Operation, schemas: Schemas) {
  if (!requestBody) return ''
  const json = requestBody.content['application/json']
  return json ? showFields('Body', json.schema, schemas) : '<h3>Body</h3><p>The bytes of the file.</p>'
}

function showFields(title: string, schema: JsonSchema, schemas: Schemas) {
  const name = schema.$ref && nameOf(schema.$ref)
  const fields = showShape(showType((name && schemas[name]) || schema))
  return `<h3>${title}${name ? `: <a href="#${name}">${name}</a>` : ''}</h3>${fields}`
}

function showAnswers({ responses }: Operation, schemas: Schemas) {
  const own = Object.entries(responses).flatMap(([status, answer]) => ('$ref' in answer ? [] : [{ status, answer }]))
  const groups = Object.values(Object.groupBy(own, ({ answer }) => JSON.stringify(answer)))
  const parts = groups.flatMap((same = []) => {
    const title = `Answer ${same.map(({ status }) => status).join(', ')}`
    return same.slice(0, 1).map(({ answer }) => showAnswer(title, answer, schemas))
  })
  const refused = Object.entries(REFUSALS).filter(([status]) => '$ref' in (responses[status] ?? {}))
  const list = refused.map(([status, [, about]]) => `<dt>${status}</dt><dd>${escape(about).replaceAll('`', '')}</dd>`)
  return (
    parts.join('') + (list.length > 0 ? `<details><summary>Refusals</summary><dl>${list.join('')}</dl></details>` : '')
  )
}

function showAnswer(title: string, { description, content = {} }: Exclude<Answer, { $ref: string }>, schemas: Schemas) {
  const [type, body] = Object.entries(content)[0] ?? []
  if (!type || !body) return `<h3>${title}</h3><p>${escape(description)}</p>`
  if (type !== 'application/json') return `<h3>${title}</h3><p><code>${type}</code></p>`
  return showFields(title, body.schema, schemas)
}
