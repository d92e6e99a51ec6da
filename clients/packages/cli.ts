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

console.log(await packNpm(licensing, values.to))
console.log(packNuget(values.to))
