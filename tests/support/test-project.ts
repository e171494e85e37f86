/** A project with the test module and no other, for tests of commands and of whole servers. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { withLock } from '../../cli/launcher/lock.mjs'
import { generate } from '../../generator/pipeline.ts'
import { project } from './running.ts'

/** It stays between runs, so that only what changed is built again. */
export const testProject = join(project, '.build/tests/project')

/** What the shop adds by hand: demo data and a role on the server, nothing on the web. */
const written: Readonly<Record<string, string>> = {
  'runtime/modules/shop/server/index.ts':
    `import { defineServerModule, type AnyDemoRecord, type DemoRole } from ` +
    `'tablewright/server'
import { shop } from '#generated/shop/index.ts'
import type { ShopServerParts } from '#generated/shop/parts.ts'

type ShopRecord = AnyDemoRecord<ShopServerParts>

function demo(scale: number, seed: number): readonly ShopRecord[] {
  const products = Array.from(
    { length: Math.round(2000 * scale) },
    (_, at): ShopRecord => ({
      table: 'shop/product',
      key: \`product \${at}\`,
      values: {
        product_no: \`P\${String(at + 1).padStart(5, '0')}\`,
        name: \`Product \${at + 1}\`,
        price: \`\${((at * 7919 + seed) % 10_000) / 100}\`,
        brand_id: { ref: \`brand \${at % 5}\` },
        unit_id: { ref: 'unit' },
      },
    }),
  )
  const brands = Array.from(
    { length: 5 },
    (_, at): ShopRecord => ({ table: 'shop/brand', key: \`brand \${at}\`, values: { name: \`Brand \${at + 1}\` } }),
  )
  return [
    { table: 'shop/unit', key: 'unit', values: { name: 'piece' } },
    { table: 'shop/supplier', key: 'supplier', values: { name: 'Hill & Sons' } },
    { table: 'shop/warehouse', key: 'warehouse', values: { name: 'Main' } },
    ...brands,
    ...products,
  ]
}

const seeing = shop.menu.flatMap((page) => [\`\${page}/index\`, \`\${page}/export\`])
const viewer = { 'zh-cn': 'viewer', en: 'viewer' }
const roles: readonly DemoRole[] = [{ name: viewer, nodes: ['dashboard/index', ...seeing] }]

export const shopServer = defineServerModule<ShopServerParts>({ name: 'shop', demo, roles })
`,
  'runtime/modules/shop/web/index.ts': `import { defineWebModule } from 'tablewright/web'
import type { ShopWebParts } from '#generated/shop/parts.ts'

export const shopWeb = defineWebModule<ShopWebParts>({ widgets: {}, cells: {} })
`,
}

/** Brings the test project to what the sources say, and generates it. One process at a time. */
export async function prepareTestProject(): Promise<void> {
  await withLock(join(project, '.build/tests/project.lock'), async () => {
    writeChanged(sourcesOfTestProject())
    const packages = join(testProject, 'node_modules')
    if (!existsSync(packages)) symlinkSync(join(project, 'node_modules'), packages)
    const { problems, kept } = await generate(testProject, { force: true })
    if (problems.length + kept.length > 0)
      throw new Error(`the test project cannot be generated: ${JSON.stringify([problems, kept])}`)
  })
}

function sourcesOfTestProject(): ReadonlyMap<string, string | Buffer> {
  const files = new Map<string, string | Buffer>()
  for (const path of filesBelow(project, [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'CHANGELOG.md',
    'cli',
    'generator',
  ]))
    files.set(path, readFileSync(join(project, path)))
  for (const path of filesBelow(project, ['runtime', 'schemas/dialect', 'schemas/system']))
    if (!path.startsWith('runtime/modules/')) files.set(path, readFileSync(join(project, path)))
  for (const path of filesBelow(import.meta.dirname, ['schemas/shop']))
    files.set(path, readFileSync(join(import.meta.dirname, path)))
  for (const [path, text] of Object.entries(written)) files.set(path, text)
  for (const path of mains) {
    const text = moduleNames().reduce(
      (now, name) => withoutModule(now, name),
      readFileSync(join(project, path), 'utf8'),
    )
    files.set(path, withShop(path, text))
  }
  return files
}

const mains = ['runtime/main.server.ts', 'runtime/main.web.tsx'] as const

/** Modules with a hand-written part. */
export const moduleNames = (): readonly string[] =>
  existsSync(join(project, 'runtime/modules')) ? readdirSync(join(project, 'runtime/modules')) : []

/** A main file without the lines of one module. */
export function withoutModule(main: string, name: string): string {
  return main
    .replace(new RegExp(`^import .* from '(#generated|\\./modules)/${name}/.*\n`, 'gm'), '')
    .replace(new RegExp(`^    \\{ manifest: ${name}, .*\n`, 'm'), '')
    .replace(new RegExp(`^    ${name}: \\{\n(      .*\n)*    \\},\n`, 'm'), '')
}

function withShop(path: (typeof mains)[number], main: string): string {
  if (path.endsWith('.tsx'))
    return replaced(
      main,
      '  modules: {\n',
      `  modules: {
    shop: {
      manifest: () => import('#generated/shop/index.ts').then((file) => file.shop),
      components: () => import('./modules/shop/web/index.ts').then((file) => file.shopWeb),
    },
`,
    )
  const imports =
    `import { shop } from '#generated/shop/index.ts'\nimport { shopServer } from ` +
    `'./modules/shop/server/index.ts'\n`
  const system = '    { manifest: system, server: null },\n'
  const withLine = replaced(main, system, `    { manifest: shop, server: shopServer },\n${system}`)
  return replaced(withLine, 'import { system }', `${imports}import { system }`)
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`no ${from} in a main file`)
  return text.replace(from, () => to)
}

/** Writes the files that differ and removes those that are no longer there; what is generated or built stays. */
function writeChanged(files: ReadonlyMap<string, string | Buffer>): void {
  const before = existsSync(testProject) ? filesBelow(testProject, ['cli', 'generator', 'runtime', 'schemas']) : []
  for (const path of before) if (!files.has(path)) rmSync(join(testProject, path))
  for (const [path, content] of files) {
    const file = join(testProject, path)
    if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) continue
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
  }
}

/** Paths of the files below these files and folders of the root, with forward slashes. */
function filesBelow(root: string, names: readonly string[]): readonly string[] {
  return names.flatMap((name) => {
    const path = join(root, name)
    if (!existsSync(path)) return []
    if (name.includes('.')) return [name]
    return readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  })
}
