/** `remove` takes back what `add` wrote, to the byte, and refuses what would lose or break something. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { filesBelow } from '../../cli/launcher/publish.mjs'
import { run } from '../../cli/main.ts'

const repository = join(import.meta.dirname, '../..')

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tablewright-remove-test-'))
  cpSync(join(import.meta.dirname, '../support/schemas/shop'), join(root, 'schemas/shop'), { recursive: true })
  write('runtime/main.server.ts', mainServer)
  write('runtime/main.web.tsx', mainWeb)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const mainServer = `import { composeServer } from 'tablewright/compose'
import { shop } from '#generated/shop/index.ts'

export const server = composeServer({
  modules: [
    { manifest: shop, server: null },
    { manifest: system, server: null },
  ],
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
const edit = (path: string, from: string, to: string): void => {
  expect(read(path)).toContain(from)
  write(path, read(path).replace(from, to))
}

/** Every file with its text. */
const tree = (): Readonly<Record<string, string>> =>
  Object.fromEntries(filesBelow(root).map((path) => [relative(root, path), readFileSync(path, 'utf8')]))

/** Runs a command line in this process. */
async function tablewright(...words: readonly string[]) {
  const said = { stdout: '', stderr: '' }
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text) => {
      said[name] += String(text)
      return true
    }),
  )
  try {
    return { exit: await run([...words, '--root', root, '--lang', 'en'], repository), ...said }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

const parts: readonly (readonly string[])[] = [
  ['module', 'depot'],
  ['entity', 'depot/bay'],
  ['field', 'depot/bay/depth', '--kind', 'decimal'],
  ['field', 'shop/brand/motto'],
  ['field', 'shop/brand/level', '--kind', 'switch', '--overlay', 'depot'],
  ['field', 'shop/brand/note', '--overlay', 'depot'],
  ['page', 'depot/overview', '--label', "Who's in"],
  ['page', 'depot/map'],
  ['widget', 'depot/colour-picker'],
  ['hook', 'depot/bay'],
]

it('takes back every kind of part, so that each file is as before', async () => {
  const states = []
  for (const words of parts) {
    states.push(tree())
    expect(await tablewright('add', ...words), words.join(' ')).toMatchObject({ exit: exitCodes.ok })
  }
  for (const [part = '', name = '', ...options] of parts.toReversed()) {
    const before = tree()
    const overlay = options.includes('--overlay') ? ['--overlay', 'depot'] : []
    const dry = await tablewright('remove', part, name, ...overlay, '--dry-run', '--json')
    expect(tree()).toEqual(before)
    const done = await tablewright('remove', part, name, ...overlay, '--json')
    expect(done, `${part} ${name}: ${done.stderr}`).toMatchObject({ exit: exitCodes.ok })
    expect(JSON.parse(done.stdout)).toEqual(JSON.parse(dry.stdout))
    expect(tree(), `${part} ${name}`).toEqual(states.pop())
  }
})

it('refuses what was edited since, with the names of the files, and removes it with --force', async () => {
  for (const words of parts) await tablewright('add', ...words)
  edit(
    'schemas/shop/brand.json',
    '"maxLength": 64,\n      "x-label": { "zh-cn": "Motto"',
    '"maxLength": 65,\n      "x-label": { "zh-cn": "Motto"',
  )
  edit('runtime/modules/depot/web/pages/MapPage.tsx', '<section', '<section id="map"')
  edit('runtime/modules/depot/server/index.ts', "en: 'Map' }, icon: 'document'", "en: 'Map' }, icon: 'map-marker'")
  edit('runtime/modules/depot/server/bay-hooks.ts', 'async beforeCreate(', 'async beforeUpdate(')
  const before = tree()
  const refused = [
    [['field', 'shop/brand/motto'], 'schemas/shop/brand.json'],
    [['page', 'depot/map'], 'runtime/modules/depot/server/index.ts, runtime/modules/depot/web/pages/MapPage.tsx'],
    [['hook', 'depot/bay'], 'runtime/modules/depot/server/bay-hooks.ts'],
    // A field was added to it.
    [['entity', 'depot/bay'], 'schemas/depot/bay.json'],
  ] as const
  for (const [words, files] of refused)
    expect(await tablewright('remove', ...words)).toMatchObject({
      exit: exitCodes.refused,
      stderr: expect.stringContaining(`edited since add wrote them; nothing was changed: ${files}\n`) as string,
    })
  expect(tree()).toEqual(before)
  for (const [words] of refused) expect(await tablewright('remove', ...words, '--force')).toMatchObject({ exit: 0 })
  expect(Object.keys(tree())).not.toContain('runtime/modules/depot/web/pages/MapPage.tsx')
  expect(read('schemas/shop/brand.json')).not.toContain('motto')
})

it('refuses what something else still refers to, with the places', async () => {
  for (const words of parts) await tablewright('add', ...words)
  edit('schemas/shop/brand.json', '"x-search": ["name", "introduce"]', '"x-search": ["name", "motto"]')
  write('runtime/modules/depot/server/load.ts', "export const load = { 'depot/bay': 'depth' }\n")
  write(
    'runtime/modules/depot/web/link.ts',
    "import { MapPage } from './pages/MapPage.tsx'\nexport const link = MapPage\n",
  )
  const before = tree()
  const places = [
    [['field', 'shop/brand/motto'], /shop\/brand\.json:\d+:\d+ .*"motto"/],
    [['field', 'depot/bay/depth'], /runtime\/modules\/depot\/server\/load\.ts:1 Code still names it/],
    [['page', 'depot/map'], /runtime\/modules\/depot\/web\/link\.ts This file imports one that would be removed/],
    [['module', 'depot'], /has other files; nothing was changed: runtime\/modules\/depot\/.*schemas\/depot\/bay\.json/],
  ] as const
  for (const [words, place] of places) {
    const { exit, stderr } = await tablewright('remove', ...words)
    expect({ exit, stderr }).toEqual({ exit: exitCodes.refused, stderr: expect.stringMatching(place) as string })
  }
  expect(tree()).toEqual(before)
})

it('names what a schema still uses: a widget, an entity, and a module that others extend', async () => {
  await tablewright('add', 'module', 'depot')
  await tablewright('add', 'entity', 'depot/bay')
  await tablewright('add', 'widget', 'depot/slider')
  edit('schemas/depot/bay.json', '"maxLength": 64,', '"maxLength": 64,\n      "x-widget": "slider",')
  expect((await tablewright('remove', 'widget', 'depot/slider')).stderr).toMatch(
    /depot\/bay\.json:\d+:\d+ "slider" is not implemented/,
  )
  await tablewright('add', 'hook', 'depot/bay')
  expect((await tablewright('remove', 'entity', 'depot/bay', '--force')).exit).toBe(exitCodes.ok)
  const check = await tablewright('check')
  expect(check.stderr).toContain('There is no entity "depot/bay", so this hook would never run')
})

it('says what is not there, and how names are written', async () => {
  expect(await tablewright('remove', 'entity', 'shop/nothing')).toMatchObject({
    exit: exitCodes.usage,
    stderr: expect.stringContaining('Nothing was found of what add entity shop/nothing writes.') as string,
  })
  expect(await tablewright('remove', 'field', 'shop')).toMatchObject({
    exit: exitCodes.usage,
    stderr: expect.stringContaining('tablewright remove field shop/brand/motto') as string,
  })
  expect(await tablewright('remove', 'pgae', 'shop/x')).toMatchObject({
    exit: exitCodes.usage,
    stderr: expect.stringContaining('Did you mean page?') as string,
  })
})
