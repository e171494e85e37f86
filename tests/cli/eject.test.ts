/** `eject` copies a built-in component into a module; the schema and the declaration of the module name it. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { kindNames } from 'tablewright/protocol'
import { findCodeProblems } from '../../cli/code/problems.ts'
import { cellOfKind, generatedForm, generatedList, inputOfKind } from '../../cli/ejecting/built-in.ts'
import { copyComponent } from '../../cli/ejecting/copy-component.ts'
import { ejectCell, ejectForm, ejectPage, ejectWidget, type Target } from '../../cli/ejecting/eject.ts'
import { readPublicNames } from '../../cli/ejecting/public-names.ts'
import { CommandError, exitCodes } from '../../cli/exit-codes.ts'
import { check } from '../../generator/pipeline.ts'
import { run } from './command-line.ts'

const runtime = resolve(import.meta.dirname, '../../runtime')
const web = 'runtime/modules/shop/web/index.ts'
const declaration = `/** Ours. */
export const shopWeb = defineWebModule<ShopWebParts>({
  widgets: {}, // none yet
  cells: {},
})
`

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tablewright-eject-'))
  cpSync(join(import.meta.dirname, '../support/schemas/shop'), join(root, 'schemas/shop'), { recursive: true })
  write(web, declaration)
  write(
    'runtime/main.web.tsx',
    "startWeb({ modules: { shop: { manifest: () => import('#generated/shop/index.ts') } } })\n",
  )
  write(
    'runtime/main.server.ts',
    "import '#generated/shop/index.ts'\ncomposeServer({ modules: [{ manifest: shop, server: null }] })\n",
  )
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const target = (entity: string, field = ''): Target => ({
  root,
  module: 'shop',
  entity,
  field,
  runtime,
  version: '9.8.7',
})

/** Lines of a text that another one does not have. */
const newLines = (before: string, after: string): readonly string[] =>
  after.split('\n').filter((line) => !before.split('\n').includes(line))

it('copies the cell and the input of a field, and names both in schema and module', async () => {
  const before = read('schemas/shop/product.json')
  const { written, main } = ejectCell(target('product', 'status'))
  const folder = 'runtime/modules/shop/web/cells/product-status'
  expect({ written, main }).toEqual({
    written: [`${folder}/EnumCell.tsx`, `${folder}/switch-pair.ts`, web, 'schemas/shop/product.json'],
    main: `${folder}/EnumCell.tsx`,
  })
  ejectWidget(target('brand', 'name'))
  expect(newLines(before, read('schemas/shop/product.json'))).toEqual(['      "x-cell": "product-status"'])
  expect(read('schemas/shop/brand.json')).toContain('"priority": 1 },\n      "x-widget": "brand-name"\n    },')
  expect(read(web)).toBe(
    declaration
      .replace(
        'widgets: {}',
        "widgets: { 'brand-name': () => import('./widgets/brand-name/TextInput.tsx').then((file) => file.TextInput) }",
      )
      .replace(
        'cells: {}',
        "cells: { 'product-status': () => " +
          "import('./cells/product-status/EnumCell.tsx').then((file) => file.EnumCell) }",
      ),
  )
  ejectCell(target('product', 'price'))
  expect(newLines(declaration, read(web)).slice(-2)).toEqual([
    "    'product-price': () => import('./cells/product-price/DecimalCell.tsx').then((file) => file.DecimalCell),",
    '  },',
  ])
  expect(read('runtime/main.web.tsx')).toContain("import('./modules/shop/web/index.ts').then((file) => file.shopWeb)")
  expect(await check(root, null, findCodeProblems)).toMatchObject({ problems: [] })
})

it('copies the form and the list page of an entity, with public names in the place of relative ones', () => {
  ejectForm(target('brand'))
  ejectPage(target('brand'))
  expect(newLines(declaration, read(web))).toEqual([
    "  forms: { 'shop/brand': () => import('./forms/brand/FormFields.tsx').then((file) => file.FormFields) },",
    "  lists: { 'shop/brand': () => import('./lists/brand/TablePage.tsx').then((file) => file.TablePage) },",
  ])
  const form = read('runtime/modules/shop/web/forms/brand/FormFields.tsx')
  const source = readFileSync(join(runtime, 'web/form/FormFields.tsx'), 'utf8')
  expect(form).toMatch(/^\/\/ Ejected from Tablewright 9\.8\.7: runtime\/web\/form\/FormFields\.tsx\./)
  expect(form.slice(form.indexOf('\n/**'))).toBe(source.slice(source.indexOf('\n/**')))
  expect([...form.matchAll(/from '([^']+)'/g)].map(([, from]) => from)).toEqual([
    '@rjsf/core',
    '@rjsf/utils',
    'react',
    'tablewright/web',
    'tablewright/web/parts',
  ])
})

// Both are made of large parts of the program: lines of the form, rich text of the editor and its uploads.
const uncopied = ['HtmlInput', 'LinesInput']

it('can copy what renders every kind, except the lines of a document and rich text', () => {
  const publicNames = readPublicNames(join(runtime, 'web'))
  const all = [
    ...kindNames.flatMap((kind) => [cellOfKind(kind) ?? [], inputOfKind(kind)]).flat(),
    generatedForm,
    generatedList,
  ]
  const copies = all.map(({ path, name }) => ({ path, name, copy: copyComponent(runtime, path, publicNames) }))
  for (const { name, copy } of copies)
    expect(copy?.files[0]?.text).toMatch(new RegExp(`export (function|const) ${name}\\b`))
  expect(copies.filter(({ copy }) => copy?.missing.length !== 0).map(({ name }) => name)).toEqual(uncopied)
  const texts = copies.flatMap(({ name, copy }) => (uncopied.includes(name) ? [] : (copy?.files ?? [])))
  expect(texts.filter(({ text }) => /(from|import\() ?'\.\./.test(text))).toEqual([])
})

it('refuses what it cannot do, says why, and changes nothing', () => {
  const refusal = (work: () => unknown): readonly string[] => {
    try {
      work()
    } catch (error) {
      if (error instanceof CommandError) return [error.exit, error.details.message.en, error.details.hint?.en ?? '']
    }
    return []
  }
  write(
    'schemas/shop/product.json',
    read('schemas/shop/product.json').replace('"status": {', '"status": {\n      "x-cell": "lamp",'),
  )
  const before = [read(web), read('schemas/shop/product.json')]
  expect(refusal(() => ejectCell(target('product', 'statu')))).toEqual([
    'usage',
    'schemas/shop/product.json has no field "statu".',
    'Did you mean status?',
  ])
  expect(refusal(() => ejectCell(target('product', 'status')))).toEqual([
    'refused',
    'The field "status" of schemas/shop/product.json names "x-cell": "lamp" already. Nothing was changed.',
    "Edit that component of the module. To eject the one of the field's kind, remove x-cell first.",
  ])
  expect(refusal(() => ejectForm({ ...target('product'), runtime: root }))[0]).toBe('environment')
  expect([read(web), read('schemas/shop/product.json')]).toEqual(before)
  ejectForm(target('brand'))
  const form = 'runtime/modules/shop/web/forms/brand'
  write(`${form}/FormFields.tsx`, 'mine')
  expect(refusal(() => ejectForm(target('brand')))[1]).toBe(`${form} exists already. Nothing was changed.`)
  expect(read(`${form}/FormFields.tsx`)).toBe('mine')
  rmSync(join(root, form), { recursive: true })
  expect(refusal(() => ejectForm(target('brand')))[1]).toMatch(/^"shop\/brand" could not be added to forms in/)
})

it('is a command that says what it wrote, what is next, and which packages the copy needs', async () => {
  // A product, whose framework is a linked checkout.
  write('package.json', JSON.stringify({ dependencies: {}, tablewright: { version: '0.1.0' } }))
  const done = await run(['eject', 'widget', 'shop/product/status', '--root', root])
  expect(done.exit, done.stderr).toBe(exitCodes.ok)
  expect(done.stdout).toMatch(
    /^\+ runtime\/modules\/shop\/web\/widgets\/product-status\/EnumInput\.tsx\n[^]*Next: tablewright generate/,
  )
  expect(done.stderr).toContain('name them in package.json: @blueprintjs/core@')
})
