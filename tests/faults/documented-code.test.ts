/** The code of the documents, on a copy of the project: commands succeed, and the rest compiles. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerModule } from '../../cli/code/register-module.ts'
import { blocks, commands, isCode, isData, type Block } from '../support/documents.ts'
import { copyProject, type ProjectCopy } from '../support/project-copy.ts'
import { project, serve } from '../support/running.ts'

/** A block without `$id` shows what is added to the file of that name. */
function writeData(copy: ProjectCopy, { path, text }: Block): void {
  const data = JSON.parse(text) as JsonObject
  const isAddition = existsSync(join(copy.root, path)) && data['$id'] === undefined
  const whole = isAddition ? merged(JSON.parse(copy.read(path)) as JsonObject, data) : data
  copy.write(path, `${JSON.stringify(whole, null, 2)}\n`)
}

type JsonObject = { [name: string]: unknown }
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(old: JsonObject, added: JsonObject): JsonObject {
  const both = Object.entries(added).map(([name, value]) => {
    const before = old[name]
    return [name, isObject(before) && isObject(value) ? merged(before, value) : value] as const
  })
  return { ...old, ...Object.fromEntries(both) }
}

let copy: ProjectCopy
beforeAll(() => {
  copy = copyProject({ built: true, from: project })
  for (const block of blocks) {
    if (isData(block)) writeData(copy, block)
    if (isCode(block)) copy.write(block.path, `${block.text}\n`)
  }
  const modules = new Set(blocks.filter(isData).map(({ path }) => path.split('/')[1] ?? ''))
  for (const module of modules) expect(registerModule(copy.root, module), module).toEqual([])
}, 60_000)
afterAll(() => copy.remove())

const tablewright = commands.filter(({ command }) => command.startsWith('npx tablewright '))
it.each(tablewright)('$page: `$command` succeeds on a project with the schemas shown', async ({ command }) => {
  const words = command.split(' ').slice(2)
  if (words.includes('--check')) await copy.run('node', copy.launcher, 'generate')
  const result = await copy.run('node', copy.launcher, ...words)
  expect(result.code, result.output).toBe(0)
})

it('compile against the types generated from the schemas shown', async () => {
  const generated = await copy.run('node', copy.launcher, 'generate')
  expect(generated.code, generated.output).toBe(0)
  expect(await copy.typecheck()).toBe('')
})

it('run: the effect of the module guide adds an order with its line', async () => {
  const server = await serve({ root: copy.root, demo: false })
  try {
    const haulier = await server.api<{ id: number }>('/admin/yard.Haulier/add', { name: 'Road' })
    const lines = [{ note: 'first', pallets: '2', fee: '1.00' }]
    const visit = { haulier_id: haulier.data.id, due_on: '2027-01-05', lines }
    const { data } = await server.api<{ id: number }>('/admin/yard.Visit/add', visit)
    expect(await server.api('/admin/yard.Visit/arrive', { id: data.id })).toMatchObject({ code: 1 })
    const left = await server.api<{ next: { id: number } }>('/admin/yard.Visit/leave', { id: data.id })
    expect(left).toMatchObject({ code: 1, data: { next: { id: expect.any(Number) } } })
    const { row } = (await server.api<{ row: object }>(`/admin/yard.Visit/edit?id=${left.data.next.id}`)).data
    expect(row).toMatchObject({ reason: 'comes again', status: 0, lines: [{ note: 'as before', pallets: '1' }] })
  } finally {
    await server.stop()
  }
}, 300_000)
