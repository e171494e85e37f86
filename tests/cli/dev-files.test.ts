/** What Vite serves while one develops: sources and packages, and nothing of the data folder. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { servePages, type Pages } from '../../cli/dev/pages.ts'
import { repositoryLayout } from '../../cli/layout.ts'

const framework = resolve(import.meta.dirname, '../..')
const secret = 'a secret of the data folder'
let place: string
let root: string
let pages: Pages

beforeAll(async () => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'tablewright-dev-files-')))
  root = join(place, 'shop (1)')
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  for (const name of ['tablewright.sqlite', 'tablewright.sqlite-wal', 'secret.key', 'outbox/mail/1.eml', 'notes.json'])
    write(`runtime/data/${name}`, secret)
  for (const name of ['.env', '.git/config', 'package-lock.json', 'backup.sqlite', 'data/tablewright.sqlite'])
    write(name, secret)
  write('runtime/main.web.tsx', 'export const source = 1\n')
  symlinkSync(join(root, 'runtime/data'), join(root, 'runtime/link'))
  pages = await servePages(
    { ...repositoryLayout(root), framework },
    {
      host: '127.0.0.1',
      port: 0,
      // Also where it was put among the sources.
      dataFolder: join(root, 'runtime/data'),
      handle: () => false,
      handleSocket: () => undefined,
      watched: [],
      onChange: () => undefined,
    },
  )
}, 120_000)
afterAll(async () => {
  await pages.close()
  // Vite may still be preparing packages.
  rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

/** Sent as it is: `fetch` would shorten paths with dots. */
const get = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ readonly status: number; readonly text: string }>((done, fail) => {
    const { hostname, port } = new URL(pages.address)
    request({ hostname, port, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => done({ status: response.statusCode ?? 0, text }))
    })
      .on('error', fail)
      .end()
  })

const inAddress = (path: string): string => `/@fs${path.split('/').map(encodeURIComponent).join('/')}`

it('serves sources, and nothing of the data folder, however it is asked for', async () => {
  const source = await get(inAddress(join(root, 'runtime/main.web.tsx')))
  expect(source).toMatchObject({ status: 200, text: expect.stringContaining('source') })
  const secrets = [
    ...['tablewright.sqlite', 'tablewright.sqlite-wal', 'secret.key', 'outbox/mail/1.eml', 'notes.json'].flatMap(
      (name) => [`runtime/data/${name}`, `runtime/link/${name}`, `runtime/DATA/${name}`],
    ),
    '.env',
    '.git/config',
    'package-lock.json',
    'backup.sqlite',
    'data/tablewright.sqlite',
  ]
  const queries = [
    '',
    '?raw',
    '?url',
    '?inline',
    '?import&raw',
    '?import&inline',
    '?import&url&inline',
    '?raw??',
    '?.svg',
  ]
  const encoded = secret.replaceAll(' ', '%20')
  const inBase64 = Buffer.from(secret).toString('base64').slice(0, 20)
  const served: string[] = []
  for (const [index, path] of secrets.entries()) {
    const address = inAddress(join(root, path))
    const variants = [
      address,
      address.replaceAll('a', '%61'),
      address.replace('/@fs/', '/@fs//'),
      `/@fs${root}/runtime/./${path.replace('runtime/', '')}`.replaceAll(' ', '%20'),
      `/@fs${root}/runtime/../${path}`.replaceAll(' ', '%20'),
      `${inAddress(root)}/generated/..%2f${path.replaceAll('/', '%2f')}`,
    ]
    // Each way is tried with each query, but not for each file.
    for (const [turn, variant] of variants.entries())
      for (const query of queries.filter((_query, place) => (place + turn + index) % 9 === 0)) {
        const { text } = await get(variant + query)
        if ([secret, encoded, inBase64].some((part) => text.includes(part))) served.push(variant + query)
      }
  }
  expect(served).toEqual([])
})

it('answers to its own host names only', async () => {
  const path = inAddress(join(root, 'runtime/main.web.tsx'))
  expect(await get(path, { host: 'evil.example' })).toMatchObject({ status: 403 })
})
