import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** The stylesheet stands after the static 'Loading...': that paints without waiting, while modules still wait for it. */
const stylesheetLast: Plugin = {
  name: 'stylesheet-last',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const sheets = html.match(/<link rel="stylesheet"[^>]*>/g) ?? []
      return sheets
        .reduce((page, sheet) => page.replace(sheet, ''), html)
        .replace('</body>', `${sheets.join('')}</body>`)
    },
  },
}

/** The server sends these as they are. */
const precompressed: Plugin = {
  name: 'precompressed',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const [fileName, file] of Object.entries(bundle)) {
      if (!/\.(js|css|svg|html)$/.test(fileName)) continue
      const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
      const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
      this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(source, { params }) })
      this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source, { level: 9 }) })
    }
  },
}

const FRAMEWORK =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core)|wouter|regexparam|clsx)\//

export default defineConfig({
  plugins: [react(), tailwind(), stylesheetLast, precompressed],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'framework', test: FRAMEWORK }] } } },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/health': 'http://localhost:3000' } },
})
