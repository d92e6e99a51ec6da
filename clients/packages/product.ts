import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..', '..')

const { version, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  version: string
  license: string
}

/** Packages have the version and the license of the product. */
export const product = {
  version,
  license,
  packageDescription: 'Licensing and updates for a desktop application whose vendor runs a Latchkey portal.',
}
