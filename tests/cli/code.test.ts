/** What the code of modules lacks of what schemas name, found without running or compiling it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findCodeProblems } from '../../cli/code/problems.ts'
import { read } from '../../generator/read.ts'
import { exitCodes } from '../../cli/exit-codes.ts'
import { run } from './command-line.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tablewright-code-'))
  cpSync(join(import.meta.dirname, '../support/schemas/shop'), join(root, 'schemas/shop'), { recursive: true })
  for (const [path, text] of Object.entries(sound)) write(path, text)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const sound: Readonly<Record<string, string>> = {
  'runtime/main.server.ts': `import { shop } from '#generated/shop/index.ts'
import { shopServer } from './modules/shop/server/index.ts'
export const server = composeServer({ modules: [{ manifest: shop, server: shopServer }] })
`,
  'runtime/main.web.tsx': `startWeb({ modules: { shop: {
  manifest: () => import('#generated/shop/index.ts').then((file) => file.shop),
  components: () => import('./modules/shop/web/index.ts').then((file) => file.shopWeb),
} } })
`,
  'runtime/modules/shop/server/index.ts': `import { hooks } from '../hooks.ts'
import type { ShopServerParts } from '#generated/shop/parts.ts'
export const shopServer = defineServerModule<ShopServerParts>({
  name: 'shop',
  hooks,
  pages: [{ name: 'shop/overview', label: { 'zh-cn': '概况', en: 'Overview' }, icon: 'chart' }],
})
`,
  'runtime/modules/shop/hooks.ts': "export const hooks = { 'shop/brand': {} } satisfies Hooks\n",
  'runtime/modules/shop/web/index.ts': `export const shopWeb = defineWebModule<ShopWebParts>({
  widgets: {},
  cells: { swatch: () => import('./Swatch.tsx').then((file) => file.Swatch) },
  pages: { 'shop/overview': () => import('./Overview.tsx').then((file) => file.Overview) },
})
`,
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(root, path), 'utf8')
  expect(text).toContain(from)
  write(path, text.replace(from, to))
}

/** Code, place, message and hint of each problem. */
const problems = async (): Promise<readonly string[]> =>
  findCodeProblems(root, await read(root)).map(
    ({ code, file, line, column, message, hint }) =>
      `${code} ${file}:${line}:${column} ${message.en}${hint ? ` (${hint.en})` : ''}`,
  )

it('finds nothing where all is there', async () => {
  edit('schemas/shop/brand.json', '"maxLength": 64,', '"maxLength": 64, "x-cell": "swatch",')
  expect(await problems()).toEqual([])
})

it('names a module that a main file does not load', async () => {
  edit('runtime/main.server.ts', "import { shopServer } from './modules/shop/server/index.ts'\n", '')
  write('runtime/main.web.tsx', 'startWeb({ modules: {} })\n')
  expect(await problems()).toEqual([
    'TW2101 ../runtime/main.server.ts:1:1 The module "shop" is not loaded: runtime/modules/shop/server/index.ts is ' +
      'not imported. (run tablewright add module shop, which adds the lines)',
    'TW2101 ../runtime/main.web.tsx:1:1 The module "shop" is not loaded: generated/shop/index.ts, ' +
      'runtime/modules/shop/web/index.ts is not imported. (run tablewright add module shop, which adds the lines)',
  ])
})

it('names a module that a main file loads and that does not exist, or that the product does not name', async () => {
  edit('runtime/main.server.ts', 'import { shop }', "import { gone } from '#generated/gone/index.ts'\nimport { shop }")
  expect(await problems()).toEqual([
    'TW2101 ../runtime/main.server.ts:1:1 The module "gone" is loaded, but there is neither schemas/gone nor ' +
      'runtime/modules/gone. (remove its lines, or run tablewright add module gone, which adds the module)',
  ])
  edit('runtime/main.server.ts', '#generated/gone/index.ts', 'tablewright/modules/gone')
  const product = { ...(await read(root)), shipped: ['system', 'mail'] }
  expect(findCodeProblems(root, product).map(({ file, message }) => `${file} ${message.en}`)).toEqual([
    '../runtime/main.server.ts The module "mail" is not loaded, although tablewright.modules in package.json names it.',
    '../runtime/main.server.ts The module "gone" is loaded, but tablewright.modules in package.json does not name it.',
    '../runtime/main.web.tsx The module "mail" is not loaded, although tablewright.modules in package.json names it.',
  ])
})

it('names a module that is imported and that the server does not list', async () => {
  edit('runtime/main.server.ts', '[{ manifest: shop, server: shopServer }]', '[]')
  expect(await problems()).toEqual([
    'TW2101 ../runtime/main.server.ts:1:1 The module "shop" is imported, but modules of composeServer does not list ' +
      'it. (run tablewright add module shop, which adds the lines)',
  ])
})

it('names a file that cannot be parsed, on either side, until it is corrected', async () => {
  write('runtime/modules/shop/web/Overview.tsx', 'export function Overview() {\n  return <p>{</p>\n}\n')
  write('runtime/modules/shop/server/sum.ts', 'export const sum = (a, b => a + b\n')
  expect((await problems()).map((line) => line.replace(/: .*/, ''))).toEqual([
    'TW2110 ../runtime/modules/shop/server/sum.ts:1:34 The file cannot be parsed',
    expect.stringMatching(/^TW2110 \.\.\/runtime\/modules\/shop\/web\/Overview\.tsx:2:\d+ The file cannot be parsed$/),
  ])
  write('runtime/modules/shop/web/Overview.tsx', 'export function Overview() {\n  return <p>{1}</p>\n}\n')
  write('runtime/modules/shop/server/sum.ts', 'export const sum = (a, b) => a + b\n')
  expect(await problems()).toEqual([])
})

it('warns of icons in code that nobody draws, with the nearest one, and refuses nothing', async () => {
  edit('runtime/modules/shop/server/index.ts', "icon: 'chart'", "icon: 'chrat'")
  write(
    'runtime/modules/shop/web/parts.tsx',
    `export const button = { label, icon: 'drive-time', right: null }
export const other = { icon: 'anything' }
export const Mark = () => <NamedIcon name="trukc" />
`,
  )
  expect(await problems()).toEqual([
    'TW1902 ../runtime/modules/shop/server/index.ts:6:84 No icon is called "chrat": a circle is shown. ' +
      '(did you mean "chart"?)',
    expect.stringMatching(/^TW1902 \.\.\/runtime\/modules\/shop\/web\/parts\.tsx:1:38 No icon is called "drive-time"/),
    'TW1902 ../runtime/modules/shop/web/parts.tsx:3:43 No icon is called "trukc": a circle is shown. ' +
      '(did you mean "truck"?)',
  ])
  const { exit, stderr } = await run(['generate', '--root', root])
  expect({ exit, warned: stderr.match(/^warning\[TW1902\]/gm)?.length }).toEqual({ exit: exitCodes.ok, warned: 3 })
})

it('names widgets and cells that the module does not have, with the nearest it has', async () => {
  edit('schemas/shop/brand.json', '"maxLength": 64,', '"maxLength": 64, "x-widget": "outline", "x-cell": "swach",')
  expect(await problems()).toEqual([
    'TW2102 shop/brand.json:21:36 "outline" is not implemented: widgets in runtime/modules/shop/web/index.ts does ' +
      'not have it. (run tablewright add widget shop/outline to write it)',
    'TW2102 shop/brand.json:21:57 "swach" is not implemented: cells in runtime/modules/shop/web/index.ts does not ' +
      'have it. (did you mean "swatch"?)',
  ])
})

it('asks the module that adds a field to an entity of another one for its cell', async () => {
  write('schemas/helpdesk/module.json', '{ "x-label": { "zh-cn": "服务台", "en": "Help desk" } }')
  write(
    'schemas/helpdesk/overlays/brand.json',
    `{ "$id": "helpdesk/overlays/brand", "x-extends": "shop/brand", "properties": {
  "helpdesk_level": { "type": "integer", "x-cell": "swatch", "x-label": { "zh-cn": "级别", "en": "Level" } } } }`,
  )
  expect((await problems()).filter((one) => !one.startsWith('TW2101'))).toEqual([
    'TW2102 helpdesk/overlays/brand.json:2:52 "swatch" is not implemented: cells in ' +
      'runtime/modules/helpdesk/web/index.ts does not have it.',
  ])
})

it('names a hook for an entity that does not exist, and a page without a component', async () => {
  edit('runtime/modules/shop/hooks.ts', 'shop/brand', 'shop/brnad')
  edit('runtime/modules/shop/web/index.ts', "'shop/overview'", "'shop/overviev'")
  expect(await problems()).toEqual([
    'TW2104 ../runtime/modules/shop/hooks.ts:1:24 There is no entity "shop/brnad", so this hook would never run. ' +
      '(did you mean "shop/brand"?)',
    'TW2105 ../runtime/modules/shop/server/index.ts:6:19 The page "shop/overview" is not implemented: pages in ' +
      'runtime/modules/shop/web/index.ts does not have it. (did you mean "shop/overviev"?)',
  ])
})

it('names a hook that does not exist, and what stands in the place of one of an earlier version', async () => {
  edit('runtime/modules/shop/hooks.ts', '{}', '{ async afterSave() {}, warn: () => {}, beforeCreat: () => {} }')
  expect(await problems()).toEqual([
    'TW2109 ../runtime/modules/shop/hooks.ts:1:46 There is no hook "afterSave", so this one of shop/brand would ' +
      'never run. (use afterWrite(scope, trx, { action, ids, changed }), where action is add, edit or restore)',
    'TW2109 ../runtime/modules/shop/hooks.ts:1:62 There is no hook "warn", so this one of shop/brand would never ' +
      'run. (use beforeCreate and beforeUpdate, and add the sentence to change.warnings)',
    'TW2109 ../runtime/modules/shop/hooks.ts:1:78 There is no hook "beforeCreat", so this one of shop/brand would ' +
      'never run. (did you mean "beforeCreate"?)',
  ])
})

it('names an effect that two modules supply', async () => {
  const module = (name: string) =>
    `export const server = defineServerModule({ name: '${name}', effects: { 'shop/brand': { tell: () => 1 } } })\n`
  write('runtime/modules/shop/server/index.ts', module('shop'))
  write('runtime/modules/helpdesk/server/index.ts', module('helpdesk'))
  const found = (await problems()).filter((one) => one.startsWith('TW2106'))
  expect(found).toEqual([
    'TW2106 ../runtime/modules/shop/server/index.ts:1:85 The module "helpdesk" supplies the effect "tell" of ' +
      'shop/brand already.',
  ])
})

it('names a form and a list for an entity that the module does not have', async () => {
  edit(
    'runtime/modules/shop/web/index.ts',
    '  pages: {',
    "  forms: { 'shop/brnad': load, 'shop/unit': load },\n  lists: { 'system/admin': load },\n  pages: {",
  )
  expect(await problems()).toEqual([
    'TW2104 ../runtime/modules/shop/web/index.ts:4:12 The module "shop" has no entity "shop/brnad", so this one of ' +
      'its forms would never be shown. (did you mean "shop/brand"?)',
    'TW2104 ../runtime/modules/shop/web/index.ts:5:12 The module "shop" has no entity "system/admin", so this one ' +
      'of its lists would never be shown.',
  ])
})

it('names a list and a record that a module adds to and that no module has', async () => {
  edit(
    'runtime/modules/shop/web/index.ts',
    '  pages: {',
    "  toolbar: { 'shop/brnad': [], 'shop/unit': [] },\n  panels: { 'shop/brand': [], 'shop/none': [] },\n  pages: {",
  )
  expect(await problems()).toEqual([
    'TW2104 ../runtime/modules/shop/web/index.ts:4:14 There is no entity "shop/brnad", so these of its toolbar would ' +
      'never be shown. (did you mean "shop/brand"?)',
    'TW2104 ../runtime/modules/shop/web/index.ts:5:31 There is no entity "shop/none", so these of its panels would ' +
      'never be shown.',
  ])
})

it('names what is no token of a theme, and colors that could not be read', async () => {
  edit('runtime/main.web.tsx', 'shop: {', 'shop: { theme: shopTheme,')
  edit('runtime/main.web.tsx', 'startWeb', "import { shopTheme } from './modules/shop/web/theme.ts'\nstartWeb")
  const theme = (text: string) =>
    write('runtime/modules/shop/web/theme.ts', `export const shopTheme = defineTheme(${text})\n`)
  theme("{ light: { accent: '#6b3fa0', primary: '#7a4fb5' }, dark: { accent: '#c9a7f5' }, shape: { radius: '4px' } }")
  expect(await problems()).toEqual([])
  theme("{ light: { acent: '#6b3fa0', muted: 'gray' }, dusk: {}, shape: { 'radius-card': '1em' } }")
  expect(await problems()).toEqual([
    'TW2107 ../runtime/modules/shop/web/theme.ts:1:49 A theme has no "acent". (did you mean "accent"?)',
    'TW2107 ../runtime/modules/shop/web/theme.ts:1:74 "gray" is no value of a theme. (for example #215db0)',
    'TW2107 ../runtime/modules/shop/web/theme.ts:1:84 A theme has no "dusk". (did you mean "dark"?)',
    'TW2107 ../runtime/modules/shop/web/theme.ts:1:118 "1em" is no value of a theme. (for example 6px)',
  ])
  theme("{ light: { primary: '#e0a0ff' } }")
  expect(await problems()).toEqual([
    'TW2108 ../runtime/modules/shop/web/theme.ts:1:49 In the light theme, primary on white has a contrast of 1.97; ' +
      'it needs at least 4.5.',
  ])
})

it('leaves alone what it would have to run', async () => {
  edit('schemas/shop/brand.json', '"maxLength": 64,', '"maxLength": 64, "x-cell": "swatch",')
  edit('runtime/modules/shop/web/index.ts', 'cells: {', 'cells: { ...more(),')
  edit('runtime/modules/shop/hooks.ts', '{}', 'hooksOf()')
  expect(await problems()).toEqual([])
})

it('is part of check, which shows the place in the code', async () => {
  edit('runtime/modules/shop/hooks.ts', 'shop/brand', 'shop/brnad')
  const { exit, stderr } = await run(['check', '--root', root])
  expect(exit).toBe(exitCodes.findings)
  expect(stderr).toContain('error[TW2104] runtime/modules/shop/hooks.ts:1:24 There is no entity')
  expect(stderr).toContain("> 1 | export const hooks = { 'shop/brnad': {} } satisfies Hooks")
})
