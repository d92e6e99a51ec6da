import { parseArgs } from 'node:util'
import { packNpm } from './npm-package.ts'
import { packNuget } from './nuget-package.ts'
import { product } from './product.ts'

const { values } = parseArgs({ options: { to: { type: 'string', default: 'dist-packages' } } })

const licensing = {
  name: '@latchkey/licensing',
  description: product.packageDescription,
  node: 18,
  readme: 'clients/typescript/README.md',
  exports: { '.': 'clients/typescript/public.ts' },
}

const commandLine = {
  name: '@latchkey/cli',
  description: 'Publish releases and manage licenses of a Latchkey portal from builds and scripts',
  node: 20,
  readme: 'clients/cli/README.md',
  bin: { latchkey: 'clients/cli/latchkey.ts' },
}

for (const one of [licensing, commandLine]) console.log(await packNpm(one, values.to))
console.log(packNuget(values.to))
