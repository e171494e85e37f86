/** Builds the web client. `TABLEWRIGHT_ROOT` names the project to build (default: this package). */
import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { minify } from 'rolldown/utils'
import { defineConfig, transformWithOxc, type Plugin } from 'vite'

const web = import.meta.dirname
const root = resolve(process.env['TABLEWRIGHT_ROOT'] ?? join(web, '../..'))

export default defineConfig({
  root: web,
  base: './',
  publicDir: join(web, 'public'),
  cacheDir: join(root, '.build/.vite'),
  plugins: [react(), validators(join(root, '.build/validators/web')), beforePaint(join(web, 'theme/before-paint.ts'))],
  // rjsf renders the texts of a schema as Markdown; our schemas carry no texts, so its renderer (31 KB gzip) stays out.
  resolve: { alias: { 'markdown-to-jsx/react': join(web, 'form/theme/plain-markdown.tsx') } },
  build: {
    outDir: join(root, '.build/web'),
    emptyOutDir: true,
    target: 'es2022',
    // An asset inlined as a data: address would need a weaker content policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      output: {
        // What every page needs and what rarely changes is a separate chunk, so that a new version of ours leaves it
        // in the cache.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/ },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/admin/': 'http://127.0.0.1:8000',
      '/api/': 'http://127.0.0.1:8000',
      '/storage/': 'http://127.0.0.1:8000',
    },
  },
})

/** `virtual:tablewright/validators`: one lazy import for each file `<module>/<entity>.mjs` of the folder. */
function validators(folder: string): Plugin {
  const name = 'virtual:tablewright/validators'
  return {
    name: 'tablewright:validators',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load(id) {
      if (id !== `\0${name}`) return null
      const files = existsSync(folder)
        ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
            .filter((file) => file.endsWith('.mjs'))
            .sort()
        : []
      for (const file of files) this.addWatchFile(join(folder, file))
      const lines = files.map((file) => {
        const table = file.replaceAll('\\', '/').replace(/\.mjs$/, '')
        return `  ${JSON.stringify(table)}: () => import(${JSON.stringify(join(folder, file))}),`
      })
      return `export const validators = {\n${lines.join('\n')}\n}\n`
    },
  }
}

/**
 * A script that runs before anything is painted, so that a dark screen never flashes white. It has to be a file of its
 * own: the content policy allows no script inside the page, and a module would run too late.
 */
function beforePaint(file: string): Plugin {
  let reference = ''
  return {
    name: 'tablewright:before-paint',
    apply: 'build',
    async buildStart() {
      this.addWatchFile(file)
      const source = await this.fs.readFile(file, { encoding: 'utf8' })
      const { code } = await minify(file, (await transformWithOxc(source, file)).code)
      reference = this.emitFile({ type: 'asset', name: 'before-paint.js', source: code })
    },
    generateBundle: {
      // After Vite has written the page.
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('the build made no index.html')
        page.source = String(page.source).replace(
          '<body>',
          `<body>\n    <script src="./${this.getFileName(reference)}"></script>`,
        )
      },
    },
  }
}
