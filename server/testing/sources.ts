import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SOURCES = '{contract,server,demo,web,clients}/**/*.{ts,tsx}'
const IMPORT = /(?:from |import |import\()'(#|\.\.?\/)([^']+)'/g

export type Source = { file: string; text: string }

/** Every file of the portal, its demo and its clients, tests included. */
export const readSources = (): Source[] =>
  globSync(SOURCES)
    .map((file) => file.replaceAll(path.sep, '/'))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))

/** Files of the contract that the server answers. The others are words and rules. */
export const declaresEndpoints = ({ file, text }: Source) =>
  file.startsWith('contract/') && text.includes('Record<string, Endpoint>')

/** The files that a file imports, also those of which it imports only a type, and those that it loads later. */
export const importsOf = ({ file, text }: Source) =>
  [...text.matchAll(IMPORT)].map(([, from = '', rest = '']) =>
    from === '#' ? rest : path.posix.join(path.posix.dirname(file), from + rest),
  )
