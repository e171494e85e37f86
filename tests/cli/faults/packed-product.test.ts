/**
 * The package as strangers get it: packed, installed into an empty folder, and its README followed to the letter. Takes
 * minutes, so only `npm run test:faults` does it; `init.test.ts` and `upgrade.test.ts` do the same from the sources.
 */
import { execFile, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../support/free-port.mjs'

const repository = join(import.meta.dirname, '../../..')
const frozen = join(repository, 'tests/support/products/0.1.0.tar.gz')
const isFull = process.env['TABLEWRIGHT_TEST_INSTALL'] === '1'
const minutes = 60_000

interface Outcome {
  readonly code: number
  readonly output: string
}

const environment = (): NodeJS.ProcessEnv => {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|TABLEWRIGHT_|DATABASE_URL|PORT|NODE_)/.test(name))
  return { ...Object.fromEntries(own), TABLEWRIGHT_LANG: 'en', CI: '1' }
}

/** Runs a line of a README in a shell and notes how long it took. */
function sh(line: string, folder: string): Promise<Outcome> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    execFile(
      'sh',
      ['-c', line],
      { cwd: folder, env: environment(), maxBuffer: 50_000_000 },
      (error, stdout, stderr) => {
        console.log(`${line}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr })
      },
    )
  })
}

/** Starts the product, lets `work` talk to it, and stops it. */
async function whileStarted(folder: string, work: (address: string) => Promise<void>): Promise<void> {
  const port = await freePort()
  const env = {
    ...environment(),
    PORT: String(port),
    TABLEWRIGHT_CAPTCHA: 'off',
    TABLEWRIGHT_ADMIN_PASSWORD: 'Admin-2026',
  }
  const startedAt = performance.now()
  const server = spawn('npm', ['start'], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  const address = `http://127.0.0.1:${port}`
  try {
    while (
      !(await fetch(`${address}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      ))
    ) {
      if (server.exitCode !== null) throw new Error(`npm start ended:\n${output}`)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    console.log(`npm start: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
    await work(address)
  } finally {
    // npm and the server are one group of processes.
    if (server.exitCode === null && server.pid) process.kill(-server.pid, 'SIGTERM')
    await ended
  }
}

interface Reply<Data> {
  readonly code: number
  readonly data: Data
}

async function signIn(
  address: string,
): Promise<(path: string) => Promise<Reply<{ readonly list: readonly object[] }>>> {
  const headers = { 'content-type': 'application/json', 'x-tablewright': '1', 'think-lang': 'en' }
  const body = JSON.stringify({ username: 'admin', password: 'Admin-2026' })
  const answer = await fetch(`${address}/admin/Index/login`, { method: 'POST', headers, body })
  const { data } = (await answer.json()) as Reply<{ readonly userInfo: { readonly token: string } }>
  return async (path) => {
    const reply = await fetch(`${address}${path}`, { headers: { ...headers, batoken: data.userInfo.token } })
    return (await reply.json()) as Reply<{ readonly list: readonly object[] }>
  }
}

describe.runIf(isFull)('the packed package', () => {
  let folder: string
  let app: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tablewright-packed-'))
    app = join(folder, 'my-app')
    const packed = await sh(`npm pack --silent --pack-destination ${folder}`, repository)
    expect(packed.code, packed.output).toBe(0)
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))
    const installed = await sh(`npm install --prefer-offline --no-audit --no-fund ./${archive}`, folder)
    expect(installed.code, installed.output).toBe(0)
    const made = await sh('npx --no-install tablewright init my-app --lang en', folder)
    expect(made.code, made.output).toBe(0)
  }, 15 * minutes)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('contains no sources but those that eject copies, and nothing of the warehouse', () => {
    const inside = join(folder, 'node_modules/tablewright')
    const files = readdirSync(inside, { recursive: true, encoding: 'utf8' })
    const sources = files.filter((name) => /(^|[^d])\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
    expect(sources.filter((name) => !name.startsWith('.dist/sources/runtime/web/'))).toEqual([])
    expect(files.filter((name) => /\bwms\b/.test(name))).toEqual([])
  })

  it(
    'makes a product whose README holds: install, start, test, change',
    async () => {
      const readme = readFileSync(join(app, 'README.md'), 'utf8')
      const lines = [...readme.matchAll(/```sh\n([^]*?)```/g)].map(([, text = '']) => text.trim().split('\n'))
      expect(lines.slice(0, 3)).toEqual([
        ['npm install', 'npm start'],
        ['npm test'],
        ['npx tablewright generate', 'npm start'],
      ])
      expect(await sh('npm install --prefer-offline', app)).toMatchObject({ code: 0 })
      await whileStarted(app, async (address) => {
        const page = await fetch(`${address}/`).then((answer) => answer.text())
        expect(page).toContain('<div id="root">')
        const get = await signIn(address)
        expect(await get('/admin/helpdesk.Ticket/index')).toMatchObject({ code: 1, data: { list: [] } })
        expect(await get('/admin/helpdesk.OpenTickets/count')).toMatchObject({ code: 1, data: { topics: [] } })
      })
      const tested = await sh('npm test', app)
      expect(tested.code, tested.output).toBe(0)
      const file = join(app, 'schemas/helpdesk/ticket.json')
      const [, field = ''] = /```json\n([^]*?)\n```/.exec(readme) ?? []
      writeFileSync(file, readFileSync(file, 'utf8').replace('"properties": {', `"properties": {\n${field},`))
      for (const part of ['cell helpdesk/ticket/status', 'widget helpdesk/ticket/topic_id', 'form helpdesk/ticket'])
        expect(await sh(`npx tablewright eject ${part}`, app)).toMatchObject({ code: 0 })
      expect(await sh('npx tablewright eject page helpdesk/ticket', app)).toMatchObject({ code: 0 })
      expect(await sh('npx tablewright generate', app)).toMatchObject({ code: 0 })
      expect(await sh('npx tsc --noEmit', app)).toEqual({ code: 0, output: '' })
      await whileStarted(app, async (address) => {
        const get = await signIn(address)
        expect(await get('/admin/helpdesk.Ticket/index?order=due,desc')).toMatchObject({ code: 1 })
      })
    },
    15 * minutes,
  )

  it(
    'upgrades a frozen product, whose own tests pass',
    async () => {
      const old = join(folder, 'old')
      mkdirSync(old)
      execFileSync('tar', ['-xzf', frozen, '-C', old])
      symlinkSync(join(app, 'node_modules'), join(old, 'node_modules'))
      const upgraded = await sh('npx --no-install tablewright upgrade --yes', old)
      expect(upgraded.code, upgraded.output).toBe(0)
      const tested = await sh('npm test', old)
      expect(tested.code, tested.output).toBe(0)
      await whileStarted(old, async (address) => {
        const get = await signIn(address)
        expect((await get('/admin/helpdesk.Ticket/index')).data.list).toHaveLength(9)
      })
    },
    10 * minutes,
  )
})
