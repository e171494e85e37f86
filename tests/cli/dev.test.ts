/** Parts of `dev`: processes that take over from each other, requests that wait for them, one round at a time. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createBackend, type Backend } from '../../cli/dev/backend.ts'
import { forward, isServed } from '../../cli/dev/forward.ts'
import { createRounds } from '../../cli/dev/rounds.ts'
import { createAnswerReader, readableLine } from '../../cli/dev/server-output.ts'
import { bundle } from '../../cli/launcher/bundle.mjs'
import { captureNode } from '../../cli/running/child.ts'

let folder: string
let backend: Backend
let ended: string[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-dev-'))
  ended = []
  build('one')
  backend = createBackend([join(folder, 'server.mjs')], folder, (said) => ended.push(said))
})
afterEach(async () => {
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A program that says of itself what the server of a product says. */
function build(name: string): void {
  writeFileSync(
    join(folder, 'server.mjs'),
    `import { createServer } from 'node:http'
const server = createServer((request, response) => {
  if (request.url === '/api/end') process.exit(1)
  let text = ''
  request.on('data', (part) => (text += part)).on('end', () => response.end('${name} ' + request.url + ' ' + text))
})
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ ok: true, address: 'http://127.0.0.1:' + server.address().port })))
process.on('SIGTERM', () => server.close(() => process.exit(0)))
`,
  )
}

const breakBuild = (): void =>
  writeFileSync(join(folder, 'server.mjs'), "console.error('table shop_unit has no column'); process.exit(3)")

async function ask(path: string, body?: string): Promise<{ readonly status: number; readonly text: string }> {
  const front = createServer((from, to) => void forward(backend.address(), from, to, (language) => `none ${language}`))
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(front.address() as AddressInfo).port}${path}`
  const answer = await fetch(address, { headers: { 'think-lang': 'en' }, ...(body && { method: 'POST', body }) })
  const text = await answer.text()
  front.close()
  return { status: answer.status, text }
}

it('lets a new build take over, and requests wait for it', async () => {
  await backend.replace(false)
  expect(await ask('/admin/x?y=1', 'body')).toEqual({ status: 200, text: 'one /admin/x?y=1 body' })
  build('two')
  const replacing = backend.replace(false)
  expect((await ask('/admin/x')).text).toBe('two /admin/x ')
  await replacing
  expect(ended).toEqual([])
})

it('goes on with the process before while the next one starts, when the database stays', async () => {
  await backend.replace(false)
  build('two')
  const replacing = backend.replace(true)
  expect((await ask('/admin/x')).text).toBe('one /admin/x ')
  await replacing
  expect((await ask('/admin/x')).text).toBe('two /admin/x ')
  expect(ended).toEqual([])
})

it('has the process of the next build ready, with its packages, and loads the build when its turn comes', async () => {
  const packages = join(folder, 'packages.mjs')
  writeFileSync(
    packages,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(`${packages}.done`)}, '')\n`,
  )
  const file = join(import.meta.dirname, '../../cli/launcher/standby.mjs')
  const words = [join(folder, 'server.mjs')]
  const ready = createBackend(words, folder, (said) => ended.push(said), { file, packages: () => packages })
  await backend.stop()
  backend = ready
  await backend.replace(false)
  await expect.poll(() => existsSync(`${packages}.done`), { timeout: 10_000 }).toBe(true)
  build('two')
  await backend.replace(false)
  expect((await ask('/admin/x')).text).toBe('two /admin/x ')
  expect(ended).toEqual([])
})

it('goes on with the build before when the new one does not start, and tells what it said', async () => {
  await backend.replace(false)
  breakBuild()
  await expect(backend.replace(false)).rejects.toThrow('table shop_unit has no column')
  expect((await ask('/api/x')).text).toBe('one /api/x ')
})

it('takes over when the rest of the build is there, and not at all when it cannot be made', async () => {
  await backend.replace(false)
  build('two')
  let answer: (isComplete: boolean) => void = () => {}
  const isComplete = new Promise<boolean>((resolve) => (answer = resolve))
  const replacing = backend.replace(true, isComplete)
  await Promise.race([replacing, new Promise((resolve) => setTimeout(resolve, 300))])
  expect((await ask('/admin/x')).text).toBe('one /admin/x ')
  answer(true)
  await replacing
  expect((await ask('/admin/x')).text).toBe('two /admin/x ')
  build('three')
  await expect(backend.replace(false, Promise.resolve(false))).rejects.toThrow('not complete')
  expect((await ask('/admin/x')).text).toBe('two /admin/x ')
  expect(ended).toEqual([])
})

it('refuses in the language of the caller while there is no server, and reports one that ended', async () => {
  expect(await ask('/api/x')).toEqual({ status: 503, text: '{"code":0,"msg":"none en","data":null}' })
  await backend.replace(false)
  expect((await ask('/api/end')).status).toBe(503)
  await expect.poll(() => ended).toHaveLength(1)
  expect((await ask('/api/x')).status).toBe(503)
})

it('leaves the files of the client to Vite', () => {
  expect(['/admin/auth.Admin/index', '/api/index/index', '/storage/a.png', '/healthz'].map(isServed)).not.toContain(
    false,
  )
  expect(['/', '/web/api/client.ts', '/@vite/client', '/administration.svg'].map(isServed)).not.toContain(true)
})

it('finds the answer of a server between what its modules print, and shows its log as lines', () => {
  const said: string[] = []
  const reader = createAnswerReader((line) => said.push(readableLine(line)))
  const answers = ['starting\n{\n  "ok": true,\n  "addr', 'ess": "http://x"\n}\n{ not\n{\n  "ok": 1\n}\n'].flatMap(
    reader,
  )
  expect(answers).toEqual([{ ok: true, address: 'http://x' }])
  expect(said.splice(0)).toEqual(['starting', '{ not', '{', '  "ok": 1', '}'])
  const err = {
    type: 'Error',
    message: 'no',
    stack: 'Error: no\n    at arrive (runtime/modules/yard/server/visits.ts:3:9)',
  }
  reader(`${JSON.stringify({ level: 50, time: 1, pid: 2, hostname: 'x', reqId: 'r', err, msg: 'request failed' })}\n`)
  expect(said).toEqual([
    'error request failed {"request":"r"}\nError: no\n    at arrive (runtime/modules/yard/server/visits.ts:3:9)',
  ])
})

it('shows errors and lines of the console with the file and line of the source', async () => {
  const root = join(folder, 'product')
  mkdirSync(join(root, 'runtime/modules/yard/server'), { recursive: true })
  const source = join(root, 'runtime/modules/yard/server/visits.ts')
  writeFileSync(
    source,
    `interface Visit {
  readonly id: number
}

export function arrive({ id }: Visit): never {
  console.log('arrives', id)
  throw new RangeError('nobody expects ' + id)
}
`,
  )
  const built = join(root, '.build/server')
  await bundle({ entry: source, folder: built, name: 'main' })
  const positions = join(import.meta.dirname, '../../cli/serving/source-positions.ts')
  await bundle({ entry: positions, folder, name: 'positions' })
  const code = `import { showSourcePositions } from ${JSON.stringify(join(folder, 'positions.mjs'))}
showSourcePositions(${JSON.stringify(root)}, ${JSON.stringify(built)})
const { arrive } = await import(${JSON.stringify(join(built, 'main.mjs'))})
try { arrive({ id: 7 }) } catch (error) { console.error(error) }`
  const {
    code: exit,
    output,
    errorOutput,
  } = await captureNode(['--input-type=module', '-e', code], folder, process.env)
  expect({ exit, output }).toEqual({ exit: 0, output: 'arrives 7 (runtime/modules/yard/server/visits.ts:6)\n' })
  expect(errorOutput).toMatch(
    /^RangeError: nobody expects 7\n {4}at arrive \(runtime\/modules\/yard\/server\/visits\.ts:7:9\)/,
  )
})

it('joins what is asked for during a round into the next one', async () => {
  const done: number[] = []
  const rounds = createRounds<number>({
    run: async (request) => {
      done.push(request)
      if (request === 1) for (const more of [2, 4]) rounds.ask(more)
    },
    join: (one, other) => one + other,
  })
  rounds.ask(1)
  await rounds.idle()
  expect(done).toEqual([1, 6])
})
