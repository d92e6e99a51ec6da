import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { browserContract } from './scripts/browser-contract.mjs'
import { FIRST_READS, PARTS_BY_ROLE } from './web/app/api/first-reads.ts'
import { HEADINGS } from './web/app/words/headings.ts'

const SHEETS = /<link rel="stylesheet"[^>]*>/g
const SCRIPTS = /<script type="module"[^>]* src="([^"]+)"><\/script>/g

/**
 * Has the browser paint the frame before it runs a script: the stylesheet is behind what index.html shows itself, and the scripts load at
 * once but start after the first frame, by the last script of index.html.
 */
const paintFirst: Plugin = {
  name: 'paint-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const sheets = html.match(SHEETS) ?? []
      const files = Array.from(html.matchAll(SCRIPTS), ([, file = '']) => file)
      const preloads = files.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
      return html
        .replace(SHEETS, '')
        .replace(SCRIPTS, '')
        .replace('<style>', () => `<style>${fallbackFont(bundle)}`)
        .replace('</title>', () => `</title>${preloads.join('')}`)
        .replace('<!-- stylesheet -->', () => sheets.join(''))
        .replace('[] // scripts', () => JSON.stringify(files))
    },
  },
}

/** The frame's text is as wide before its font has loaded as after. */
function fallbackFont(bundle: Record<string, object>) {
  const sheets = Object.values(bundle).map((file) => ('source' in file ? String(file.source) : ''))
  const [face] = sheets.flatMap((sheet) => sheet.match(/@font-face\s*\{[^}]*Inter fallback[^}]*\}/) ?? [])
  if (!face) throw new Error('The stylesheet has no fallback font')
  return face
}

/** Screens whose heading depends on the role have none here. */
const headings = { ...Object.fromEntries(Object.keys(FIRST_READS.screens).map((path) => [path, {}])), ...HEADINGS }

/** Gives index.html what each screen reads and shows first. */
const firstScreens: Plugin = {
  name: 'first-screens',
  transformIndexHtml: (html) =>
    html
      .replace('{ frame: [], screens: {} } // first reads', () => JSON.stringify(FIRST_READS))
      .replace('{} // headings', () => JSON.stringify(headings)),
}

/** Of `npm run dev`. */
const SERVER = `http://localhost:${process.env.PORT || 3000}`

type Chunk = { fileName: string; isEntry: boolean; imports: string[]; moduleIds: string[] }

/** Gives index.html the list of each screen's scripts, so that they load together with the entry instead of after it. */
const screenPreloads: Plugin = {
  name: 'screen-preloads',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle = {} }) {
      const chunks: Chunk[] = Object.values(bundle).filter((file) => file.type === 'chunk')
      const entry = new Set(filesOf(chunks, ({ isEntry }) => isEntry))
      const lists: Record<string, string[]> = {}
      for (const [screen, modules] of await screenModules()) {
        const files = new Set(modules.flatMap((module) => filesOf(chunks, contains(module, chunks))))
        const earlier = lists[screen.replace(/^[a-z]+ /, '')] ?? []
        lists[screen] = [...files.difference(entry)].map((file) => `/${file}`).filter((file) => !earlier.includes(file))
      }
      return html.replace('{} // chunks', () => JSON.stringify(lists))
    },
  },
}

/** Returns the modules that each screen starts with, those of the table of screens and of those outside of it, and what it adds for a role. */
async function screenModules(): Promise<[screen: string, modules: string[]][]> {
  const table = await readFile(new URL('./web/app/router.tsx', import.meta.url), 'utf8')
  const rows = table.matchAll(/path: '([^']+)'(?:(?!path:)[^])*?import\('#([^']+)'\)/g)
  return [
    ['/auth', ['/identity/sign-in/auth-page.tsx']],
    ['/auth/sso/:id', ['/identity/sso/sso-page.tsx']],
    ['/signup', ['/identity/signup/signup-page.tsx']],
    ...Array.from(rows, ([, screen = '', module = '']): [string, string[]] => [
      screen,
      ['/app/shell/portal.tsx', '/app/shell/layout.tsx', module],
    ]),
    ...Object.entries(PARTS_BY_ROLE).flatMap(([screen, roles]) =>
      Object.entries(roles).map(([role, modules]): [string, string[]] => [`${role} ${screen}`, [...modules]]),
    ),
  ]
}

function contains(module: string, chunks: Chunk[]) {
  const hasIt = ({ moduleIds }: Chunk) => moduleIds.some((id) => id.endsWith(module))
  if (!chunks.some(hasIt)) throw new Error(`No script contains ${module}`)
  return hasIt
}

/** Returns the files of the chunks and of everything they import. */
function filesOf(
  chunks: Chunk[],
  isWanted: (chunk: Chunk) => boolean | undefined,
  found = new Set<string>(),
): string[] {
  for (const { fileName, imports } of chunks.filter(isWanted)) {
    if (found.has(fileName)) continue
    found.add(fileName)
    filesOf(chunks, (other) => imports.includes(other.fileName), found)
  }
  return [...found]
}

/** Writes compressed copies, which the server sends as they are. Reads the written files, because later plugins still change the bundle. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  async writeBundle({ dir = 'dist' }, bundle) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    for (const fileName of Object.keys(bundle).filter((name) => /\.(js|css|svg)$/.test(name))) {
      const file = path.join(dir, fileName)
      const source = await readFile(file)
      await writeFile(`${file}.br`, brotliCompressSync(source, { params }))
      await writeFile(`${file}.gz`, gzipSync(source, { level: 9 }))
    }
  },
}

/** Code that every screen needs, in two files: libraries, which rarely change, and our own parts. */
const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core)|wouter|regexparam|clsx)\/(?!.*([iI]nfiniteQuery(Observer)?|useMutationState)\.)/
const KIT = new RegExp(
  [
    'node_modules/(zod|lucide-react/dist/esm/(shared|Icon|context|createLucideIcon|icons/(key-round|info|circle-check|(circle|triangle)-exclamation-point)\\.))',
    'vite/preload-helper|web/(main|app/(app|shell/(toasts|missing-code|error-boundary|offline-strip|use-is-online)|theme|storage)|identity/session/(api|auth-context))\\.',
    'contract/([a-z]+/)?(config|endpoint|errors|names|roles|session|text)\\.ts',
    'web/app/(api/(api-error|call|config|data|early|query-client|questions)|parts/brand|url-state)\\.',
    'web/ui/(abortable|button/button|first-input|dialog/(dialog-state|focus-on-show|on-demand|idle-preload|missing-code)|form/(control|field|form|form-state|form-values|input|text-field))\\.',
    'web/ui/(feedback/(alert|load-failure|spinner|toast)|page/(card|page|tabs)|tone)\\.',
  ].join('|'),
)

/** Small parts that most signed-in screens use. One file instead of thirty. */
const SHARED =
  /\/(lucide-react\/dist\/esm\/icons|web\/ui)\/(?!dialog\/(confirm-dialog|dialog|overlay)|form\/file-field|menu\/(menu|tooltip|searchable-select))/

/** Modules that the dashboard shares with other screens. One file instead of fifteen. */
const HOME = new RegExp(
  [
    'contract/(billing/(subscriptions|invoices|details|terms)|licensing/(licenses|license-requests|changes|history|usage|moves|device-activity)|operations/(dashboard|overview)|dates|money)\\.',
    'web/(ui/page/when-near|app/(parts/suspended-|lists/(?!paged-footer|list-filters|url-)|words/(?!headings|copy-toasts|signed-rand|staff-only))[a-z-]+|ui/chart/ring|licensing/(licenses/(usage-api|parts)|license-requests/(api|parts))|operations/overview/(api|parts)|billing/trials/parts|(billing|licensing)/.*-(words|badge)|support/support-desk/ticket-badges)\\.',
    'query/build/modern/useInfiniteQuery|query-core/build/modern/infiniteQueryObserver',
  ].join('|'),
)

/** Small modules that most screens share, but not the dashboard. */
const SCREENS =
  /\/(contract\/licensing\/tags|web\/(identity\/api-tokens\/parts|operations\/webhooks\/parts|ui\/(feedback\/missing|menu\/menu-item|page\/keep-clear|table\/selected-bar)|licensing\/licenses\/list\/list-texts|app\/(parts\/(change-dialog|copy-box|feature-list)|words\/(headings|copy-toasts|signed-rand|staff-only)|lists\/(paged-footer|list-filters|url-[a-z-]+)|api\/(pages|list-cache|changed-values))))\./

/** Most screens of admins use these, and no others of the next group. */
const CUSTOMERS =
  /\/(contract\/(operations\/(organizations|customer-notes)|billing\/(payments|reminders))|web\/(identity\/(users\/activate-button|organization-list\/(api|parts))|operations\/organizations\/billing-badge|ui\/menu\/searchable-select))\./

/** Small modules that staff's screens share. One file instead of ten. */
const STAFF =
  /\/web\/(support\/.*(api|waits-for|color-dot|snooze-times)|operations\/(overview|customers|organizations)\/(api|tag-list|customer-words)|ui\/text\/(ago|duration))\./

/** Parts of the screens that show or change what an organization owes. */
const ORGANIZATION =
  /\/web\/(operations\/organizations\/(organization-dialog|subscription\/(subscription-fields|features-field|licenses-field|monthly-total|price-field)|trials\/trial-draft)|billing\/statements\/ages)\./

/** The sign-in page, of which a dialog shows a part. */
const SIGN_IN =
  /\/web\/identity\/(sign-in\/(auth-page|sign-in-form|passkey-button|sso-button|use-[a-z-]+)|sso\/use-sso-start)\.tsx?$/

/** The frame around every signed-in screen, with everything it imports. */
const PORTAL = /\/web\/app\/shell\/(portal|layout)\.tsx$/

export default defineConfig({
  publicDir: 'web/public',
  plugins: [react(), tailwind(), paintFirst, screenPreloads, firstScreens, browserContract, precompressed],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    // The lists of screenPreloads and idle-preload.ts take its place, and it would cost each screen 2 kB.
    modulePreload: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'framework', test: FRAMEWORK },
            { name: 'kit', test: KIT },
            { name: 'shared', test: SHARED, minShareCount: 5 },
            { name: 'sign-in', test: SIGN_IN },
            { name: 'portal', test: PORTAL },
            { name: 'home', test: HOME, minShareCount: 2 },
            { name: 'screens', test: SCREENS, minShareCount: 2 },
            { name: 'customers', test: CUSTOMERS, minShareCount: 2 },
            { name: 'staff', test: STAFF, minShareCount: 2 },
            { name: 'organization', test: ORGANIZATION, minShareCount: 2 },
            { name: 'chart', test: /\/web\/(ui\/chart\/(area-chart|chart-)|operations\/dashboard\/usage-chart)/ },
            { name: 'icons', test: /lucide-react.*\/icons\//, minShareCount: 2 },
            // The names of all actions are only for screens that show the log.
            { name: 'audit', test: /\/contract\/operations\/audit/, minShareCount: 2 },
            { name: 'contract', test: /\/contract\/(?!operations\/audit)/, minShareCount: 4 },
          ],
        },
      },
    },
  },
  // React includes this hook.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim.*/, replacement: 'react' }] },
  server: {
    proxy: {
      '/api': SERVER,
      '/developers': SERVER,
      '/updates': SERVER,
      '/health': SERVER,
    },
  },
})
