import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, pinnedNode, readJson, root } from './setup.mjs'

const { name, version } = readJson(join(root, 'package.json'))
const folder = join(root, 'dist-release')
const base = `${name}-${version}`
const MOST = 256 * 1024 * 1024

function output(command, args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, maxBuffer: MOST })
  if (status !== 0) giveUp(`${command} ${args[0]} failed: ${String(error ?? stderr)}`)
  return stdout
}

if (output('git', ['status', '--porcelain']).length > 0) giveUp('Commit or stash your changes first.')
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)

const listPackages = (omitted) =>
  JSON.parse(output('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', `--omit=${omitted}`]))

/**
 * Of all packages: the pages contain some that only the build needs. Two lists, because npm refuses the optional ones of the build, which
 * no platform of ours installs. npm would name the product after its folder.
 */
function billOfMaterials() {
  const [served, built] = [listPackages('dev'), listPackages('optional')]
  const components = new Map([...served.components, ...built.components].map((each) => [each['bom-ref'], each]))
  const needs = new Map()
  for (const { ref, dependsOn = [] } of [...served.dependencies, ...built.dependencies])
    needs.set(ref, new Set([...(needs.get(ref) ?? []), ...dependsOn]))
  const dependencies = Array.from(needs, ([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn] }))
  Object.assign(served.metadata.component, { name, type: 'application' })
  return `${JSON.stringify({ ...served, components: [...components.values()], dependencies }, null, 2)}\n`
}

/** Git names no time but the commit's, so the same commit gives the same archive. */
const archive = output('git', ['archive', '--format=tar.gz', `--prefix=${base}/`, 'HEAD'])
writeFileSync(join(folder, `${base}.tar.gz`), archive)
writeFileSync(join(folder, `${base}.cdx.json`), billOfMaterials())
output(pinnedNode(), [join('clients', 'packages', 'cli.ts'), '--to', folder])

const sumOf = (file) => createHash('sha256').update(readFileSync(file)).digest('hex')
const files = readdirSync(folder).sort()
const sums = files.map((file) => `${sumOf(join(folder, file))}  ${file}\n`)
writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''))
console.log(`${folder}\n${sums.join('')}`)
