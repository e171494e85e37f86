/** The client while one develops: Vite serves its sources and replaces in open pages what was edited. */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { basename, dirname, join, resolve } from 'node:path'
import type { EnvironmentModuleNode, Plugin, ViteDevServer } from 'vite'
import type { DevReport } from '../../runtime/protocol/index.ts'
import type { Layout } from '../layout.ts'
import { pagesOf } from '../build/web.ts'
import { isInDataFolder, servedFiles } from './served-files.ts'

export interface Pages {
  /** `http://127.0.0.1:8000` */
  readonly address: string
  /** Puts files that were written into the open pages. */
  readonly refresh: (files: readonly string[]) => void
  /** Resolves when open pages have asked for what was put into them and have it, or ask for nothing. */
  readonly settled: () => Promise<void>
  /** Shows in all pages what is wrong; null = nothing any more. */
  readonly report: (report: DevReport | null) => void
  readonly close: () => Promise<void>
}

export interface PagesOptions {
  readonly host: string
  readonly port: number
  /** Nothing of it is served. */
  readonly dataFolder: string
  /** Called for every request that the client's files do not answer; false = it is none. */
  readonly handle: (from: IncomingMessage, to: ServerResponse) => boolean
  /** Called for every request for another protocol; those that it leaves alone are Vite's. */
  readonly handleSocket: (from: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Folders and files whose changes are reported besides those of the client. */
  readonly watched: readonly string[]
  readonly onChange: (path: string) => void
}

/** Starts Vite's server. Rejects when it cannot listen. */
export async function servePages(layout: Layout, options: PagesOptions): Promise<Pages> {
  process.env['TABLEWRIGHT_ROOT'] = layout.root
  const { createServer } = await import('vite')
  let shown: DevReport | null = null
  const asked = countRequests()
  const batch = createBatch()
  const vite = await createServer({
    // Not the folder of the page: its folder `api` would have the addresses of the server.
    root: join(layout.framework, 'runtime'),
    configFile: join(layout.framework, `runtime/web/vite.config${layout.extension}`),
    logLevel: 'warn',
    clearScreen: false,
    optimizeDeps: { entries: entriesOf(layout) },
    plugins: [
      withoutDataFolder(layout, options.dataFolder),
      asked.plugin,
      batch.plugin,
      handing(options.handle),
      page(layout),
      ownPages(layout),
      reporting(layout, () => shown),
    ],
    server: {
      host: options.host,
      port: options.port,
      strictPort: true,
      fs: servedFiles(layout, options.dataFolder),
      // Errors are shown at the bottom of the page, see `runtime/web/ops/dev-report.ts`.
      hmr: { overlay: false },
      // What is generated is put into pages when the server that goes with it runs.
      watch: { ignored: ['**/generated/**', '**/.build/**'] },
    },
  })
  vite.watcher.add([...options.watched])
  vite.watcher.on('all', (_event, path) => options.onChange(path))
  vite.httpServer?.on('upgrade', options.handleSocket)
  await vite.listen()
  return {
    address: `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${portOf(vite)}`,
    refresh: (files) => batch.refresh(vite, files),
    settled: async () => {
      if (vite.ws.clients.size > 0) await asked.pause()
    },
    report: (report) => {
      shown = report
      vite.ws.send(reportEvent, report)
    },
    close: () => vite.close(),
  }
}

const validatorFile = /\/\.build\/validators\/web\//
/** The names stand in `runtime/web/vite.config.ts` again. */
const validatorLists = ['', '/places'].map((part) => `\0virtual:tablewright/validators${part}`)

/**
 * Several files as one change. Vite tells pages of each file on its own, and each time they would load the main file
 * with everything between it and the file again.
 */
function createBatch(): {
  readonly plugin: Plugin
  readonly refresh: (vite: ViteDevServer, files: readonly string[]) => void
} {
  const others = new Map<string, readonly string[]>()
  return {
    plugin: {
      name: 'tablewright:dev-batch',
      hotUpdate: {
        order: 'pre',
        handler({ file, modules }) {
          const { moduleGraph } = this.environment
          const more = (others.get(file) ?? []).flatMap((other) => {
            moduleGraph.onFileChange(other)
            return [...(moduleGraph.getModulesByFile(other) ?? [])]
          })
          // The pages do not know a file that nothing has loaded: it may be that of a new form.
          const isUnknown = (path: string): boolean =>
            validatorFile.test(path) && !moduleGraph.getModulesByFile(path)?.size
          more.push(...importersOfUnread(modules))
          if ([file, ...(others.get(file) ?? [])].some(isUnknown))
            more.push(...validatorLists.flatMap((id) => moduleGraph.getModuleById(id) ?? []))
          return more.length > 0 ? [...new Set([...modules, ...more])] : undefined
        },
      },
    },
    refresh: (vite, files) => {
      const [first, ...rest] = files.map((file) => file.replaceAll('\\', '/'))
      if (first === undefined) return
      others.set(first, rest)
      vite.watcher.emit('change', first)
    },
  }
}

/**
 * The importers of modules that could not be read before: Vite knows nothing of these modules, and would tell the pages
 * nothing when they can be read again.
 */
const importersOfUnread = (modules: readonly EnvironmentModuleNode[]): readonly EnvironmentModuleNode[] =>
  modules.flatMap((module) => (module.isSelfAccepting === undefined ? [...module.importers] : []))

/** How long pages may take to ask for the first and for the next file, and how long all of it may take. */
const firstMs = 250
const nextMs = 30
const allMs = 500

/** Knows when pages that were told of a change have what they ask for. */
function countRequests(): { readonly plugin: Plugin; readonly pause: () => Promise<void> } {
  let count = 0
  let open = 0
  let lastAt = 0
  return {
    plugin: {
      name: 'tablewright:dev-requests',
      configureServer: (vite) => {
        vite.middlewares.use((_from, to, next) => {
          count++
          open++
          to.once('close', () => {
            open--
            lastAt = performance.now()
          })
          next()
        })
      },
    },
    pause: async () => {
      const startedAt = performance.now()
      const before = count
      const isOver = (): boolean => {
        const now = performance.now()
        if (count === before) return now - startedAt >= firstMs
        return now - startedAt >= allMs || (open === 0 && now - lastAt >= nextMs)
      }
      while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

/** Both names stand in `runtime/web/ops/dev-report.ts` again, which cannot import from here. */
const reportEvent = 'tablewright:report'
const readyEvent = 'tablewright:ready'

function portOf(vite: ViteDevServer): number {
  const bound = vite.httpServer?.address()
  return bound !== null && typeof bound === 'object' ? bound.port : 0
}

/**
 * Sources whose packages are prepared at start: one that is met later would load the page again. Settings of Vite stand
 * beside the folders of the client and name Vite itself.
 */
const entriesOf = ({ root, framework, extension }: Layout): string[] => [
  join(root, 'runtime/main.web.tsx'),
  join(root, 'runtime/modules/*/web/**/*.{ts,tsx}'),
  ...(extension === '.ts' ? [join(framework, 'runtime/web/*/**/*.{ts,tsx}')] : []),
]

const withoutDataFolder = ({ framework }: Layout, dataFolder: string): Plugin => ({
  name: 'tablewright:dev-without-data',
  configureServer: (vite) => {
    vite.middlewares.use((from, to, next) => {
      if (!isInDataFolder(from.url ?? '', join(framework, 'runtime'), dataFolder)) return next()
      to.writeHead(403).end()
    })
  },
})

const handing = (handle: PagesOptions['handle']): Plugin => ({
  name: 'tablewright:dev-server',
  configureServer: (vite) => {
    vite.middlewares.use((from, to, next) => {
      if (!handle(from, to)) next()
    })
  },
})

/** The one page, at the root. */
const page = ({ framework }: Layout): Plugin => ({
  name: 'tablewright:dev-page',
  configureServer: (vite) => {
    vite.middlewares.use((from, to, next) => {
      if (!/^\/(index\.html)?(\?|$)/.test(from.url ?? '')) return next()
      const text = readFileSync(join(framework, 'runtime/web/index.html'), 'utf8')
      vite.transformIndexHtml('/web/index.html', text.replaceAll('"./', '"/web/')).then((html) => {
        to.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
        to.end(html)
      }, next)
    })
  },
})

/** Pages of modules that load without the client, at `/<name>/…`. */
const ownPages = ({ root, framework }: Layout): Plugin => ({
  name: 'tablewright:dev-own-pages',
  configureServer: (vite) => {
    vite.middlewares.use((from, to, next) => {
      const [, name] = /^\/([a-z]{1,16})\/[^/?]+(?:\?|$)/.exec(from.url ?? '') ?? []
      const file = pagesOf(root, framework).find((path) => basename(path) === `${name}.html`)
      if (file === undefined) return next()
      const source = (path: string): string => `src="/@fs/${resolve(dirname(file), path).replace(/^\//, '')}"`
      const text = readFileSync(file, 'utf8').replace(/src="(\.[^"]+)"/g, (_all, path: string) => source(path))
      vite.transformIndexHtml(`/web/${name}.html`, text).then((html) => {
        to.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
        to.end(html)
      }, next)
    })
  },
})

/** Pages show what is wrong, also one that is opened later. */
const reporting = ({ extension }: Layout, shown: () => DevReport | null): Plugin => ({
  name: 'tablewright:dev-report',
  configureServer: (vite) => {
    vite.ws.on(readyEvent, (_data, client) => client.send(reportEvent, shown()))
  },
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'module', src: `/web/ops/dev-report${extension}` }, injectTo: 'body' },
  ],
})
