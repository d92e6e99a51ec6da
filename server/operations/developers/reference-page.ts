import type { ApiDocument } from './document/document.ts'
import type { Operation, Parameter } from './document/operation.ts'
import { escape } from './pages/html.ts'

/** The whole document on one page without scripts or styles, for any browser and the strictest policy. For staff. */
export function referencePage({ info, paths, components }: ApiDocument) {
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => describeCall(method, path, operation)),
  )
  const shapes = Object.entries(components.schemas).map(([name, shape]) => showShape(name, shape))
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escape(info.title)}</title></head>
<body>
<h1>${escape(info.title)}</h1>
<p>Also as <a href="/developers/openapi.json">OpenAPI document</a>.</p>
${calls.join('\n')}
<h2>Shapes</h2>
${shapes.join('\n')}
</body>
</html>`
}

const nameOf = (parameter: Parameter) =>
  'name' in parameter ? `${parameter.name} (${parameter.in})` : `${parameter.$ref.split('/').at(-1)} (header)`

function describeCall(method: string, path: string, { summary, description, ...operation }: Operation) {
  const { parameters, requestBody, responses } = operation
  const answers = Object.entries(responses).map(([status, response]) => showShape(`Answer ${status}`, response))
  return `<article>
<h2><code>${method.toUpperCase()} ${escape(path)}</code></h2>
<p>${escape(summary)}</p>
<p>${escape(description)}</p>
${parameters.length > 0 ? `<p>Parameters: ${escape(parameters.map(nameOf).join(', '))}</p>` : ''}
${requestBody ? showShape('Body', requestBody) : ''}
${answers.join('\n')}
</article>`
}

const showShape = (title: string, shape: unknown) =>
  `<details><summary>${escape(title)}</summary><pre>${escape(JSON.stringify(shape, null, 2))}</pre></details>`
