/**
 * Builds the pages of modules that load without the client: files `runtime/modules/<module>/web/pages/<name>.html`,
 * which the server shows at `/<name>/…`. `TABLEWRIGHT_PAGE` names the file, `TABLEWRIGHT_ROOT` the project.
 */
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type Plugin } from 'vite'

const page = process.env['TABLEWRIGHT_PAGE'] ?? ''
const isCompiled = !existsSync(join(import.meta.dirname, 'index.ts'))

export default defineConfig({
  root: dirname(page),
  base: './',
  publicDir: false,
  cacheDir: join(process.env['TABLEWRIGHT_ROOT'] ?? dirname(page), '.build/.vite'),
  plugins: [react(), assetsAbove()],
  resolve: {
    conditions: [...(isCompiled ? [] : ['tablewright-source']), ...defaultClientConditions],
    dedupe: ['react', 'react-dom'],
  },
  build: {
    emptyOutDir: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: page,
      treeshake: { moduleSideEffects: [{ test: /[\\/]runtime[\\/]protocol[\\/]/, sideEffects: false }] },
    },
  },
})

/** The page is shown one level below the folder of its assets. */
function assetsAbove(): Plugin {
  return {
    name: 'tablewright:assets-above',
    // The package is installed compiled: then the scripts of its pages end in `.js`.
    transformIndexHtml: {
      order: 'pre',
      handler: (html) => (isCompiled ? html.replace(/(src="[^"]+)\.tsx?"/g, '$1.js"') : html),
    },
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const file = bundle[basename(page)]
        if (file?.type !== 'asset') throw new Error(`the build made no ${basename(page)}`)
        file.source = String(file.source).replaceAll('"./assets/', '"../assets/')
      },
    },
  }
}
