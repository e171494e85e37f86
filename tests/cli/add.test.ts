/** `add` writes single places: what was there stays as it was, to the byte. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { addHook, addPage, addWidget } from '../../cli/adding/code.ts'
import { runOperation } from '../../cli/adding/schema-files.ts'
import { addToProduct, entityDocument, moduleDocument } from '../../cli/adding/schemas.ts'
import { findCodeProblems } from '../../cli/code/problems.ts'
import { registerModule } from '../../cli/code/register-module.ts'
import { check } from '../../generator/pipeline.ts'
import { exitCodes } from '../../cli/exit-codes.ts'
import { run } from './command-line.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tablewright-add-'))
  cpSync(join(import.meta.dirname, '../support/schemas/shop'), join(root, 'schemas/shop'), { recursive: true })
  write('runtime/main.server.ts', mainServer)
  write('runtime/main.web.tsx', mainWeb)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const mainServer = `import { shop } from '#generated/shop/index.ts'
import { composeServer } from 'tablewright/compose'

// A comment of somebody.
export const server = composeServer({
    modules: [{ manifest: shop, server: null }],
})
`
const mainWeb = `startWeb({
  modules: {
    shop: { manifest: () => import('#generated/shop/index.ts').then((file) => file.shop) },
    system: {},
  },
})
`

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const label = { 'zh-cn': '格位', en: 'Bay' }

/** Lines of a text that another one does not have. */
const newLines = (before: string, after: string): readonly string[] =>
  after.split('\n').filter((line) => !before.split('\n').includes(line))

it('declares a field and shows it, on the lines that change only', () => {
  const before = read('schemas/shop/brand.json')
  const schema = { type: 'string', maxLength: 40, 'x-label': { 'zh-cn': '口号', en: 'Motto' } }
  const add = () => runOperation(root, { op: 'addField', entity: 'shop/brand', field: 'motto', schema })
  expect(add()).toEqual(['schemas/shop/brand.json'])
  const after = read('schemas/shop/brand.json')
  expect(newLines(before, after).map((line) => line.trim())).toEqual([
    '"motto": {',
    '"maxLength": 40,',
    '"x-label": { "zh-cn": "口号", "en": "Motto" }',
    '"columns": ["name", "image", "introduce", "weigh", "createtime", "updatetime", "motto"],',
    '"rows": [["name"], ["image"], ["introduce"], ["motto"]]',
  ])
  expect(add()).toBe(null)
  expect(read('schemas/shop/brand.json')).toBe(after)
})

it('adds a module with an entity, a page and a hook that have no problems', async () => {
  const document = entityDocument('depot/bay', label, label)
  const added = [
    runOperation(root, { op: 'addModule', module: 'depot', document: moduleDocument(label) }),
    runOperation(root, { op: 'addEntity', entity: 'depot/bay', document }),
  ]
  expect(added).toEqual([['schemas/depot/module.json'], ['schemas/depot/bay.json', 'schemas/depot/module.json']])
  expect(registerModule(root, 'depot')).toEqual([])
  expect(newLines(mainServer, read('runtime/main.server.ts'))).toEqual([
    "import { depot } from '#generated/depot/index.ts'",
    '    modules: [{ manifest: shop, server: null }, { manifest: depot, server: null },],',
  ])
  const text = "{ 'zh-cn': '概况', en: 'Overview' }"
  expect(addPage(root, 'depot', 'overview', text)).toHaveLength(3)
  expect(addPage(root, 'depot', 'map', text)).toHaveLength(3)
  expect(addHook(root, 'depot', 'bay')).toHaveLength(2)
  expect(addHook(root, 'depot', 'bay')).toBe(null)
  expect(await check(root, null, findCodeProblems)).toMatchObject({ problems: [] })
  expect(read('runtime/main.server.ts')).toContain('{ manifest: depot, server: depotServer }')
  expect(read('runtime/modules/depot/server/index.ts')).toContain("hooks: { 'depot/bay': bayHooks },")
  expect(read('runtime/modules/depot/web/index.ts').match(/depot\/(overview|map)'/g)).toHaveLength(2)
})

it('knows a module that an older product names by a relative path', () => {
  const older = mainServer.replace('#generated', '../generated')
  write('runtime/main.server.ts', older)
  expect(registerModule(root, 'shop')).toEqual([])
  expect(read('runtime/main.server.ts')).toBe(older)
})

it('adds to what a module has, also on one line, and refuses what it does not understand', () => {
  const path = 'runtime/modules/shop/web/index.ts'
  write(path, 'export const shopWeb = defineWebModule<Parts>({ widgets: {}, cells: { ...more } })\n')
  expect(addWidget(root, 'shop', 'colour')).toHaveLength(2)
  expect(read(path)).toContain(
    "widgets: { 'colour': () => import('./widgets/Colour.tsx').then((file) => file.Colour) },",
  )
  expect(read(path)).toContain('cells: { ...more } })')
  write(path, 'export const shopWeb = makeModule()\n')
  expect(addWidget(root, 'shop', 'size')).toBe(null)
  expect(read(path)).toBe('export const shopWeb = makeModule()\n')
})

it('adds a field to an entity of another module, in a file of the module that adds it', async () => {
  runOperation(root, { op: 'addModule', module: 'helpdesk', document: moduleDocument(label) })
  const add = (...words: readonly string[]) => run(['add', 'field', ...words, '--root', root])
  const path = 'schemas/helpdesk/overlays/brand.json'
  const before = read('schemas/shop/brand.json')
  expect(await add('shop/brand/level', '--kind', 'integer', '--overlay', 'helpdesk')).toMatchObject({ exit: 0 })
  expect(await add('shop/brand/helpdesk_note', '--overlay', 'helpdesk')).toMatchObject({ exit: 0 })
  expect(JSON.parse(read(path))).toMatchObject({
    'x-extends': 'shop/brand',
    properties: { helpdesk_level: { type: 'integer' }, helpdesk_note: { 'x-label': { en: 'Note' } } },
    'x-views': { table: { columns: ['helpdesk_level', 'helpdesk_note'] } },
  })
  expect((await add('shop/brand/level', '--overlay', 'helpdesk')).exit).toBe(exitCodes.refused)
  for (const module of ['shop', '../x', 'nowhere'])
    expect((await add('shop/brand/level', '--overlay', module)).exit, module).toBe(exitCodes.usage)
  expect(read('schemas/shop/brand.json')).toBe(before)
  expect(await check(root)).toMatchObject({ problems: [] })
})

it('is a command that says what is missing', async () => {
  const { exit, stderr } = await run(['add', 'hook', 'shop/brnad', '--root', root])
  expect({ exit, stderr }).toMatchObject({
    exit: exitCodes.usage,
    stderr: expect.stringContaining('There is no schemas/shop/brnad.json') as string,
  })
})

it('adds a module of the package to a product: its name, and its lines on both sides', () => {
  const product = { name: 'app', tablewright: { version: '0.1.0', modules: [] } }
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(product, null, 2)}\n`)
  mkdirSync(join(root, 'runtime'), { recursive: true })
  writeFileSync(join(root, 'runtime/main.server.ts'), 'export const server = composeServer({ modules: [] })\n')
  writeFileSync(join(root, 'runtime/main.web.tsx'), 'startWeb({ modules: {} })\n')
  expect(registerModule(root, 'member', true)).toEqual([])
  addToProduct(root, 'member')
  addToProduct(root, 'member')
  expect(JSON.parse(read('package.json'))).toMatchObject({
    tablewright: { modules: ['member'] },
    imports: { '#generated/*.ts': './generated/*.ts', '#generated/*.json': './generated/*.json' },
  })
  expect(read('runtime/main.server.ts')).toContain('{ manifest: member, server: memberServer }')
  for (const part of ['member', 'member/web', 'member/area'])
    expect(read('runtime/main.web.tsx')).toContain(`import('tablewright/modules/${part}')`)
})

it('adds the module that another one needs before it', async () => {
  const product = { name: 'app', tablewright: { version: '0.1.0', modules: [] } }
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(product, null, 2)}\n`)
  mkdirSync(join(root, 'runtime'), { recursive: true })
  writeFileSync(join(root, 'runtime/main.server.ts'), 'export const server = composeServer({ modules: [] })\n')
  writeFileSync(join(root, 'runtime/main.web.tsx'), 'startWeb({ modules: {} })\n')
  const { exit, stderr } = await run(['add', 'module', 'pay', '--root', root])
  expect([exit, stderr]).toEqual([0, expect.any(String)])
  expect(JSON.parse(read('package.json'))).toMatchObject({ tablewright: { modules: ['member', 'pay'] } })
  expect(read('runtime/main.server.ts')).toMatch(/memberServer \}[^]*payServer \}/)
})
