import { parseArgs } from 'node:util'
import { packNpm } from './npm-package.ts'

const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist-packages' } } })

const licensing = {
  name: '@latchkey/licensing',
  description: 'Licensing and updates for a desktop application whose vendor runs a Latchkey portal',
  node: 18,
  readme: 'clients/typescript/README.md',
  exports: { '.': 'clients/typescript/public.ts' },
}

console.log(await packNpm(licensing, values.to))
