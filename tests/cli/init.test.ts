/** Products of one's own: what `init` writes, what it refuses, and that the commands work in such a folder. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { exitCodes } from '../../cli/exit-codes.ts'
import { filesBelow } from '../../cli/launcher/publish.mjs'
import { project, run } from './command-line.ts'

let folder: string
const inFolder = (...words: string[]) => run(words, { cwd: folder })
const makeFolder = () => {
  folder = mkdtempSync(join(tmpdir(), 'tablewright-init-'))
}
const removeFolder = () => rmSync(folder, { recursive: true, force: true })

interface PackageFile {
  readonly name: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly tablewright: { readonly version: string; readonly database: string }
}
const packageOf = (product: string): PackageFile =>
  JSON.parse(readFileSync(join(folder, product, 'package.json'), 'utf8')) as PackageFile

describe('init', () => {
  beforeEach(makeFolder)
  afterEach(removeFolder)

  it('names the package after the folder and notes the version it was made with', async () => {
    const { exit, stdout } = await inFolder('init', 'My App')
    expect({ exit, stdout }).toEqual({
      exit: exitCodes.ok,
      stdout: '  cd My App\n  npm install\n  npm start\n  npm test\n',
    })
    expect(packageOf('My App')).toMatchObject({
      name: 'my-app',
      dependencies: { tablewright: '0.1.0' },
      tablewright: { version: '0.1.0', database: 'sqlite' },
    })
    // The driver alone runs an install script.
    const allowed = Object.entries(packageOf('My App').allowScripts).filter(([, mayRun]) => mayRun)
    expect(allowed).toEqual([['better-sqlite3', true]])
    expect(readdirSync(folder)).toEqual(['My App'])
  })

  it('begins with the modules that are asked for, and those that they need', async () => {
    expect(await inFolder('init', 'site', '--with', 'cms,nothing')).toMatchObject({ exit: exitCodes.usage })
    expect(readdirSync(folder)).toEqual([])
    // The project of these tests has no modules.
    const launcher = join(import.meta.dirname, '../../cli/tablewright.mjs')
    const done = await run(['init', 'site', '--with', 'cms,pay'], { cwd: folder, launcher })
    expect(done.exit, done.stderr).toBe(exitCodes.ok)
    expect(packageOf('site').tablewright).toMatchObject({ modules: ['member', 'cms', 'pay'] })
    const main = readFileSync(join(folder, 'site/runtime/main.server.ts'), 'utf8')
    for (const name of ['cms', 'member', 'pay']) expect(main).toContain(`manifest: ${name}`)
  })

  it('writes the README in the language of the command line, without leftovers of the template', async () => {
    await inFolder('init', 'shop', '--lang', 'zh-cn', '--name', '@acme/shop')
    expect(packageOf('shop').tablewright).toMatchObject({ language: 'zh-cn' })
    const readme = readFileSync(join(folder, 'shop/README.md'), 'utf8')
    expect(readme).toMatch(/^# @acme\/shop\n[^]*npm install\nnpm start\n/)
    expect(readme).toContain('首次启动')
    const files = filesBelow(join(folder, 'shop'))
    expect(files.filter((path) => path.endsWith('.template') || path.endsWith('.tmp'))).toEqual([])
    const written = files.filter((path) => !/(generated|dialect)/.test(path))
    expect(written.filter((path) => readFileSync(path, 'utf8').includes('{{'))).toEqual([])
  })

  it('fills an empty folder, also the working directory, and says so in JSON', async () => {
    const { stdout } = await inFolder('init', '.', '--json', '--name', 'here')
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, name: 'here', folder })
    expect(existsSync(join(folder, 'schemas/helpdesk/ticket.json'))).toBe(true)
  })

  it('refuses a folder with content and changes nothing', async () => {
    mkdirSync(join(folder, 'used'))
    writeFileSync(join(folder, 'used/notes.txt'), 'mine')
    const { exit, stderr } = await inFolder('init', 'used')
    expect(exit).toBe(exitCodes.refused)
    expect(stderr).toMatch(/The folder .*used is not empty\. Nothing was written\./)
    expect(filesBelow(folder)).toEqual([join(folder, 'used/notes.txt')])
  })

  it.each([
    [['init', 'x', '--name', 'Not A Name'], /Invalid value "Not A Name" for --name/],
    [['init', 'x', '--database', 'oracle'], /--database/],
    [['init'], /The argument <folder> is missing/],
  ] as const)('%j is a usage error and writes nothing', async (words, says) => {
    const { exit, stderr } = await inFolder(...words)
    expect(stderr).toMatch(says)
    expect(exit).toBe(exitCodes.usage)
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves nothing behind where it cannot write', async () => {
    writeFileSync(join(folder, 'file'), '')
    const { exit, stderr } = await inFolder('init', 'file/app')
    expect(exit).toBe(exitCodes.environment)
    expect(stderr).toMatch(/Cannot read or write .*file/)
    expect(readdirSync(folder)).toEqual(['file'])
  })
})

describe('a product', () => {
  const inProduct = (...words: string[]) => run(words, { cwd: join(folder, 'app') })
  const edit = (path: string, change: (text: string) => string) => {
    const file = join(folder, 'app', path)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  beforeAll(async () => {
    makeFolder()
    await inFolder('init', 'app')
    const packages = join(folder, 'app/node_modules')
    mkdirSync(packages)
    const installed = join(project, 'node_modules')
    for (const name of readdirSync(installed)) symlinkSync(join(installed, name), join(packages, name))
    symlinkSync(project, join(packages, 'tablewright'))
  })
  afterAll(removeFolder)

  it('is generated already, without files for the tables of the package', async () => {
    expect(await inProduct('generate', '--check')).toMatchObject({ exit: exitCodes.ok })
    expect(readdirSync(join(folder, 'app/generated')).sort()).toEqual([
      'api.ts',
      'database.ts',
      'docs',
      'helpdesk',
      'openapi.json',
    ])
    expect(readFileSync(join(folder, 'app/generated/database.ts'), 'utf8')).toContain(
      "import type { SystemTables } from 'tablewright/modules/system/tables'",
    )
  })

  it('finds the declarations of the linked checkout with the plain compiler', () => {
    const probe = {
      extends: './tsconfig.json',
      compilerOptions: { types: ['tablewright/virtual'] },
      include: [],
      files: ['probe.ts'],
    }
    writeFileSync(join(folder, 'app/probe.json'), JSON.stringify(probe))
    const text = "import { validators } from 'virtual:tablewright/validators'\nexport const all: number = validators\n"
    writeFileSync(join(folder, 'app/probe.ts'), text)
    const compiler = join(project, 'node_modules/typescript/bin/tsc')
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', 'probe.json'], {
      cwd: join(folder, 'app'),
      encoding: 'utf8',
    })
    for (const name of ['probe.json', 'probe.ts']) rmSync(join(folder, 'app', name))
    // It knows what the export is, and therefore what is wrong with it.
    expect(stdout).toMatch(/^probe\.ts\(2,14\): error TS2322: [^\n]*Record[^\n]*\n$/)
    expect(status).toBeGreaterThan(0)
  })

  it('in a folder whose path Vite cannot read says so in one sentence, in the language asked for', async () => {
    const place = join(folder, '#1?')
    mkdirSync(place)
    const moved = join(place, 'app')
    renameSync(join(folder, 'app'), moved)
    const data = join(folder, 'moved-data')
    const asked = [['serve'], ['dev'], ['prepare', 'web'], ['init', join(place, 'other'), '--lang', 'zh-cn']]
    const outcomes = await Promise.all(
      asked.map((words) => run(words, { cwd: moved, env: { TABLEWRIGHT_DATA: data, PORT: '0' } })),
    )
    const served = await run(['check'], { cwd: moved })
    renameSync(moved, join(folder, 'app'))
    for (const { exit, stderr } of outcomes.slice(0, 3)) {
      expect(stderr).toMatch(
        /^The web client cannot be built in .*#1\?.*, because its path contains "#" or "\?"\. .*\n$/,
      )
      expect(exit).toBe(exitCodes.environment)
    }
    expect(outcomes[3]?.stderr).toMatch(/^目录 .*#1\?.* 的路径中含有 # 或 \?.*\n$/)
    expect(readdirSync(place)).toEqual([])
    expect(served.exit).toBe(exitCodes.ok)
  })

  it('plans its own tables and those of the system', async () => {
    const { exit, stdout } = await inProduct('plan', '--json')
    expect(exit).toBe(exitCodes.findings)
    const { steps } = JSON.parse(stdout) as { steps: readonly { readonly sql: readonly string[] }[] }
    const sql = steps.flatMap((step) => step.sql).join('\n')
    expect(sql).toMatch(/create table "helpdesk_ticket"/i)
    expect(sql).toMatch(/create table "admin_group"/i)
  }, 60_000)

  it('is told which module names belong to the package', async () => {
    mkdirSync(join(folder, 'app/schemas/system'))
    edit('schemas/helpdesk/module.json', (text) => {
      writeFileSync(join(folder, 'app/schemas/system/module.json'), text)
      return text
    })
    const { exit, stderr } = await inProduct('check')
    rmSync(join(folder, 'app/schemas/system'), { recursive: true })
    expect(exit).toBe(exitCodes.findings)
    expect(stderr).toContain('Tablewright provides the module of this name.')
  })

  it.each([
    [/"modules": \[\]/, '"modules": ["crm"]', 'Invalid value "crm" for tablewright.modules in package.json.'],
    [/"modules": \[\]/, '"moduls": []', 'unknown setting "moduls" in tablewright.\nDid you mean modules?'],
    [/"modules": \[\]/, '"language": "fr"', 'Invalid value "fr" for tablewright.language in package.json.'],
    [/"version": "0\.1\.0"/, '"version": "latest"', 'Invalid value "latest" for tablewright.version'],
    [/"database": "sqlite"/, '"database": "mysql"', 'Invalid value "mysql" for tablewright.database'],
    [/^\{/, '{{', 'cannot be read'],
  ])('with %s → %s is a usage error', async (from, to, says) => {
    const before = readFileSync(join(folder, 'app/package.json'), 'utf8')
    edit('package.json', (text) => text.replace(from, to))
    const { exit, stderr } = await inProduct('check')
    edit('package.json', () => before)
    expect(stderr).toContain(says)
    expect(exit).toBe(exitCodes.usage)
  })

  it('that needs PostgreSQL does not start on another database by mistake', async () => {
    edit('package.json', (text) => text.replace('"database": "sqlite"', '"database": "postgres"'))
    const { exit, stderr } = await inProduct('serve', '--port', '0')
    edit('package.json', (text) => text.replace('"database": "postgres"', '"database": "sqlite"'))
    expect(stderr).toContain('Set DATABASE_URL')
    expect(exit).toBe(exitCodes.usage)
  })
})
