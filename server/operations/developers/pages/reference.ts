import { REFUSALS } from '#server/operations/developers/document/answers.ts'
import type { ApiDocument } from '#server/operations/developers/document/document.ts'
import type { Operation } from '#server/operations/developers/document/operation.ts'
import { curlOf } from './curl.ts'
import { showCode, showTable } from './guide.ts'
import { escape } from './html.ts'
import { findNames, noteOf, showType } from './shapes.ts'

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
${showAnswers(operation)}
${curl ? `<h3>Example</h3>${showCode(curl)}` : ''}
</section>`
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
  if (!json) return '<h3>Body</h3><p>The bytes of the file.</p>'
  const name = json.schema.$ref?.split('/').at(-1)
  const fields = showShape(showType((name && schemas[name]) || json.schema))
  return `<h3>Body${name ? `: <a href="#${name}">${name}</a>` : ''}</h3>${fields}`
}

function showAnswers({ responses }: Operation) {
  const parts = Object.entries(responses).map(([status, response]) => {
    if ('$ref' in response) return ''
    const [type, body] = Object.entries(response.content ?? {})[0] ?? []
    if (!type || !body) return `<h3>Answer ${status}</h3><p>${escape(response.description)}</p>`
    const shown = type === 'application/json' ? showShape(showType(body.schema)) : `<p><code>${type}</code></p>`
    return `<h3>Answer ${status}</h3>${shown}`
  })
  const refused = Object.entries(REFUSALS).filter(([status]) => status in responses)
  const list = refused.map(([status, [, about]]) => `<dt>${status}</dt><dd>${escape(about).replaceAll('`', '')}</dd>`)
  return (
    parts.join('') + (list.length > 0 ? `<details><summary>Refusals</summary><dl>${list.join('')}</dl></details>` : '')
  )
}
