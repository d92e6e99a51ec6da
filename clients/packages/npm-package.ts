import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { product, root } from './product.ts'

const run = promisify(execFile)

type NpmPackage = {
  name: string
  description: string
  /** Oldest version of Node.js that runs it. */
  node: number
  /** Page that a registry shows. */
  readme: string
  /** Source files by the name that applications import, '.' for the package itself. For import and require, with types. */
  exports?: Record<string, string>
  /** Source files by the name of their command. */
  bin?: Record<string, string>
}

/** Packs an npm package with everything it imports, so that it needs no other package. Returns the path of the file. */
export async function packNpm(described: NpmPackage, to: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'package-'))
  try {
    await writePackage(described, folder)
    mkdirSync(to, { recursive: true })
    const args = ['pack', '--json', '--offline', '--ignore-scripts', '--pack-destination', path.resolve(to)]
    const { stdout } = await run('npm', args, { cwd: folder, shell: process.platform === 'win32' })
    const [packed] = JSON.parse(stdout) as { filename: string }[]
    return path.join(to, packed?.filename ?? '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function writePackage({ name, description, node, readme, exports = {}, bin = {} }: NpmPackage, folder: string) {
  const [libraries, programs] = [Object.values(exports), Object.values(bin)]
  for (const [format, { out, type }] of Object.entries(FORMATS)) {
    if (libraries.length === 0) break
    await bundle(libraries, path.join(folder, out), { format, node })
    await declareTypes(libraries, path.join(folder, out))
    writeJson(path.join(folder, out, 'package.json'), { type })
  }
  if (programs.length > 0) await bundle(programs, path.join(folder, 'dist', 'bin'), { format: 'es', node })
  const { version, license } = product
  writeJson(path.join(folder, 'package.json'), {
    name,
    version,
    description,
    license,
    type: 'module',
    ...(libraries.length > 0 && entryPoints(exports)),
    ...(programs.length > 0 && { bin: mapValues(bin, (file) => `dist/bin/${nameOf(file)}.js`) }),
    engines: { node: `>=${node}` },
    files: ['dist'],
  })
  cpSync(path.join(root, readme), path.join(folder, 'README.md'))
  cpSync(path.join(root, 'LICENSE'), path.join(folder, 'LICENSE'))
}

/** Each folder says how Node.js and TypeScript read its .js and .d.ts files. */
const FORMATS = {
  es: { out: 'dist/esm', type: 'module' },
  cjs: { out: 'dist/cjs', type: 'commonjs' },
} as const

type Target = { format: string; node: number }

async function bundle(files: string[], outDir: string, { format, node }: Target) {
  const input = Object.fromEntries(files.map((file) => [nameOf(file), path.join(root, file)]))
  const output = { format: format as keyof typeof FORMATS, entryFileNames: '[name].js' }
  await build({
    root,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: `node${node}`,
      minify: false,
      rolldownOptions: { input, output },
    },
  })
}

async function declareTypes(files: string[], outDir: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'types-'))
  const config = {
    extends: path.join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: path.join(root, path.dirname(files[0] ?? '')),
      outDir,
      typeRoots: [path.join(root, 'node_modules', '@types')],
      types: ['node'],
    },
    files: files.map((file) => path.join(root, file)),
    include: [],
  }
  writeJson(path.join(folder, 'tsconfig.json'), config)
  await run(process.execPath, [path.join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', folder])
  rmSync(folder, { recursive: true })
  for (const file of globSync(path.join(outDir, '**', '*.d.ts'))) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from|import\() ?'(\..*?)\.ts'/g, "$1 '$2.js'"))
  }
}

/** Old tools read `main` and `types`. */
function entryPoints(exports: Record<string, string>) {
  const at = (out: string, file: string) => ({
    types: `./${out}/${nameOf(file)}.d.ts`,
    default: `./${out}/${nameOf(file)}.js`,
  })
  const main = exports['.'] === undefined ? undefined : at(FORMATS.cjs.out, exports['.'])
  return {
    main: main?.default,
    types: main?.types,
    exports: {
      ...mapValues(exports, (file) => ({ import: at(FORMATS.es.out, file), require: at(FORMATS.cjs.out, file) })),
      './package.json': './package.json',
    },
  }
}

const nameOf = (file: string) => path.basename(file, '.ts')

const mapValues = <T>(record: Record<string, string>, change: (value: string) => T) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

const writeJson = (file: string, content: unknown) => writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
