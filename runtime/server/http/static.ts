/**
 * The built web client: hashed assets are cached permanently, its start page never, compressed copies are used where
 * the browser accepts them.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { contentPolicy, type PageOrigins } from './headers.ts'

const hashedAsset = /^\/assets\/.*[-.][A-Za-z0-9_-]{8,}\.[a-z0-9]+$/

/**
 * Workers that run WebAssembly are built from files named `<name>.wasm-worker.ts`. Browsers apply the policy of a
 * worker's own answer, so that pages need not allow it.
 */
const wasmWorker = /^\/assets\/[^/]+\.wasm-worker-[A-Za-z0-9_-]{8,}\.js$/
const wasmWorkerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

/**
 * @param origins what the client may reach, read for every start page
 * @param plainHome path of a home page that needs no JavaScript; null = there is none
 */
export async function addWeb(
  app: FastifyInstance,
  root: string,
  origins: () => Promise<PageOrigins>,
  plainHome: string | null = null,
): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix: '/',
    index: false,
    // Guard T74: hidden files stay hidden.
    // Without: dotfiles: 'allow'
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    suppressWarning: true,
    setHeaders: (reply, path) => {
      const place = path
        .slice(root.length)
        .replace(/\.(br|gz)$/, '')
        .replaceAll('\\', '/')
      if (wasmWorker.test(place)) void reply.header('content-security-policy', wasmWorkerPolicy)
      void reply.header('cache-control', hashedAsset.test(place) ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The plugin's own route lists the folder for every file, to compare the spelling of its name on file systems that
  // ignore case; here there are hundreds, and nothing depends on it.
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) =>
    reply.sendFile(`assets/${request.params['*']}`),
  )
  for (const name of await pagesIn(root))
    app.get(`/${name}/:part`, async (_request, reply) =>
      reply.header('content-security-policy', contentPolicy(await origins())).sendFile(`${name}.html`),
    )
  app.get('/', async (_request, reply) => {
    reply.header('content-security-policy', contentPolicy(await origins()))
    const start = plainHome === null ? null : await readStart(root, plainHome)
    if (start === null) return reply.sendFile('index.html')
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(start)
  })
}

/** The start page with a link for browsers without JavaScript; null when it was not built. Builds replace the file. */
async function readStart(root: string, path: string): Promise<string | null> {
  const page = await readFile(join(root, 'index.html'), 'utf8').catch(() => null)
  const link = `<noscript><p><a href="${path}">无脚本浏览 Read without JavaScript</a></p></noscript>`
  return page?.includes('<div id="root">') ? page.replace('<div id="root">', `${link}<div id="root">`) : null
}

/** Names of the pages that modules have beside the client: `q` for `q.html`, which is shown at `/q/…`. */
async function pagesIn(root: string): Promise<readonly string[]> {
  const files = await readdir(root).catch(() => [])
  return files.flatMap((file) => (/^[a-z]{1,16}\.html$/.test(file) && file !== 'index.html' ? [file.slice(0, -5)] : []))
}
