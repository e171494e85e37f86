/** The designer of `serve`: it changes the project, builds it, and a server with the change takes over. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDesignerService } from '../../cli/designing/service.ts'
import { readSchemaFiles } from '../../cli/adding/schema-files.ts'
import type { Operation } from '../../generator/edit/operation.ts'
import { freePort } from '../support/free-port.mjs'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { adminPassword } from '../support/running.ts'
import { buildOnce, start, type Started } from './command-line.ts'

const entity = 'shop/brand'
let copy: ProjectCopy
let address: string
let server: Started
let headers: Readonly<Record<string, string>>
const started: Started[] = []

interface Answer {
  readonly code: number
  readonly msg: string
  readonly data: Readonly<Record<string, unknown>> & { readonly hash: string | null }
}

async function serve(port: number, env: Readonly<Record<string, string>> = {}): Promise<Started> {
  const words = ['serve', '--no-demo', '--no-captcha', '--port', String(port), '--data', join(copy.root, 'data')]
  const own = start(words, {
    launcher: copy.launcher,
    cwd: copy.root,
    env: { TABLEWRIGHT_ADMIN_PASSWORD: adminPassword, NODE_ENV: undefined, ...env },
  })
  started.push(own)
  await own.until(/Press Ctrl-C/)
  return own
}

async function ask(path: string, body?: object, site = address): Promise<Answer> {
  const answer = await fetch(`${site}/admin/${path}`, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return (await answer.json()) as Answer
}

const label: Operation = {
  op: 'setFacet',
  entity,
  path: ['properties', 'name', 'x-label'],
  value: { 'zh-cn': '牌子', en: 'Make' },
}
const adding: Operation = {
  op: 'addField',
  entity,
  field: 'motto',
  schema: { maxLength: 20, default: 'none', 'x-label': { 'zh-cn': '口号', en: 'Motto' } },
}

const preview = (...operations: readonly Operation[]) => ask('crud.Crud/preview', { operations, plan: true })
async function apply(...operations: readonly Operation[]): Promise<Answer> {
  const { data } = await preview(...operations)
  return ask('crud.Crud/apply', { operations, hash: data.hash, current_password: adminPassword })
}
const obstacle = async (site = address): Promise<unknown> =>
  (await ask('crud.Crud/index', undefined, site)).data['obstacle']

/** The session goes on with the server that has taken over. */
const isBack = (): Promise<boolean> =>
  ask('shop.Brand/index').then(
    ({ code }) => code === 1,
    () => false,
  )

beforeAll(async () => {
  await buildOnce()
  copy = copyProject({ built: true })
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  server = await serve(port)
  headers = { 'content-type': 'application/json', 'think-lang': 'en' }
  const login = await ask('Index/login', { username: 'admin', password: adminPassword })
  const { token } = login.data['userInfo'] as { readonly token: string }
  headers = { ...headers, batoken: token }
}, 240_000)
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  copy?.remove()
})

describe('the designer of serve', () => {
  it('T23 is off until the site switches it on', async () => {
    expect(await ask('crud.Crud/index')).toMatchObject({ code: 0, msg: expect.stringMatching(/designer is off/) })
    expect((await ask('routine.Config/edit', { designer: true })).code).toBe(1)
    expect(await obstacle()).toBe(null)
  })

  it('takes everything back when the build fails', async () => {
    const before = readSchemaFiles(copy.root)
    const main = copy.read('runtime/main.web.tsx')
    copy.write('runtime/main.web.tsx', `${main}\nimport './missing.ts'\n`)
    expect(await apply(adding)).toMatchObject({ code: 0, msg: expect.stringMatching(/nothing was changed.*missing/s) })
    copy.write('runtime/main.web.tsx', main)
    expect(readSchemaFiles(copy.root)).toEqual(before)
    expect(await isBack()).toBe(true)
  })

  it('writes the files, builds, applies, and starts a server that knows the field and the session', async () => {
    expect((await ask('shop.Brand/add', { name: 'Acme' })).code).toBe(1)
    expect(await apply(adding)).toMatchObject({ code: 1, data: { restarts: true } })
    await expect.poll(isBack).toBe(true)
    const { data } = await ask('shop.Brand/index')
    expect(data['list']).toMatchObject([{ name: 'Acme', motto: 'none' }])
    expect((await ask('shop.Brand/add', { name: 'Hill', motto: 'Up' })).code).toBe(1)
    const { data: history } = await ask('crud.Crud/history')
    expect(history['list']).toHaveLength(1)
  })

  it('does so again, from the server that has taken over', async () => {
    expect((await apply(label)).code).toBe(1)
    await expect.poll(async () => /Restarted.*Restarted/s.test(server.said())).toBe(true)
    await expect.poll(isBack).toBe(true)
    expect(copy.read('schemas/shop/brand.json')).toContain('"Make"')
  })

  it('applies nothing beside a second server, and nothing in production, where a patch is left', async () => {
    const port = await freePort()
    const other = await serve(port, { NODE_ENV: 'production' })
    expect(await obstacle()).toMatch(/Another server/)
    expect(await apply(label)).toMatchObject({ code: 0, msg: expect.stringMatching(/Another server/) })
    const second = `http://127.0.0.1:${port}`
    expect(await obstacle(second)).toMatch(/NODE_ENV=production/)
    const operations = [{ ...label, value: { 'zh-cn': '牌', en: 'Sign' } }]
    const refused = await ask('crud.Crud/apply', { operations, current_password: adminPassword }, second)
    expect(refused).toMatchObject({ code: 0, msg: expect.stringMatching(/NODE_ENV=production/) })
    const { data } = await ask('crud.Crud/patch', { operations }, second)
    expect(data['patch']).toContain('"Sign"')
    other.child.kill('SIGKILL')
    await other.ended
    expect(await obstacle()).toBe(null)
  })

  it('stops as one server', async () => {
    server.child.kill('SIGTERM')
    expect((await server.ended).exit).toBe(0)
    expect(await isBack()).toBe(false)
  })
})

describe('a project that cannot be built or written', () => {
  it('says which of them it is', () => {
    const root = mkdtempSync(join(tmpdir(), 'tablewright-obstacle-'))
    const obstacleIn = (folder: string, environment: Readonly<Record<string, string>> = {}) =>
      createDesignerService(
        { root: folder, environment, language: 'en' },
        { dataFolder: root, databaseUrl: '', adoptedFile: (_name, path) => path },
      ).obstacle()
    // Nobody may write there, not even the first user of the machine.
    expect(obstacleIn('/proc')).toBe('read_only')
    mkdirSync(join(root, 'schemas'))
    expect(obstacleIn(root)).toBe('packages')
    for (const name of ['vite', 'rolldown']) mkdirSync(join(root, 'node_modules', name), { recursive: true })
    expect(obstacleIn(root)).toBe(null)
    expect(obstacleIn(root, { NODE_ENV: 'production' })).toBe('production')
    rmSync(root, { recursive: true })
  })
})
