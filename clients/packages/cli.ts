import { runCommand } from '#server/commands/run-command.ts'
import { packNpm } from './npm-package.ts'
import { packNuget } from './nuget-package.ts'
import { product } from './product.ts'

const usage = 'npm run packages [-- --to FOLDER]'
const options = { to: { type: 'string', default: 'dist-packages' } } as const

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

await runCommand({ usage, options }, async ({ to }) => {
  const npm = [await packNpm(licensing, to), await packNpm(commandLine, to)]
  return [...npm, packNuget(to)].join('\n')
})
