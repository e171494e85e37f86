/** The files of a new product: a template with a few values filled in, generated before anybody sees the folder. */
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fillTemplate } from '../../runtime/i18n/fill-template.ts'
import type { Language, Text } from '../../runtime/protocol/index.ts'
import { addPackagedModule } from '../adding/packaged-module.ts'
import { generatedImports } from '../code/generated-imports.ts'
import { CommandError } from '../exit-codes.ts'
import { isCompiled, layoutOf } from '../layout.ts'
import { filesBelow } from '../launcher/publish.mjs'

export interface NewProduct {
  /** Absolute path; it does not exist or is an empty folder. */
  readonly folder: string
  /** Name of the npm package. */
  readonly name: string
  readonly database: 'sqlite' | 'postgres'
  /** Of the README. */
  readonly language: Language
  /** Language of the command line, whatever the locale is; undefined = that of the locale. */
  readonly fixedLanguage: Language | undefined
  /** What npm installs as `tablewright`: a version or an address. */
  readonly dependency: string
  readonly packageFolder: string
  /** Modules of the package that it begins with. */
  readonly modules: readonly string[]
}

const suffix = '.template'

const databaseNotes: Readonly<Record<NewProduct['database'], Text>> = {
  sqlite: {
    'zh-cn': '内嵌数据库 `data/tablewright.sqlite`',
    en: 'the embedded database `data/tablewright.sqlite`',
  },
  postgres: {
    'zh-cn': '`DATABASE_URL` 所指的 PostgreSQL 数据库中的表（须事先设置，见“部署”）',
    en: 'the tables in the PostgreSQL database of `DATABASE_URL` (set it first, see “Operate it”)',
  },
}

/**
 * Writes the product and returns the paths of its files. They are written to a folder beside it and moved when all of
 * them are there, so that a failure leaves nothing behind. Throws a CommandError when the template has problems, else
 * the file system's error.
 */
export async function writeProduct(product: NewProduct): Promise<readonly string[]> {
  const { folder, packageFolder } = product
  mkdirSync(dirname(folder), { recursive: true })
  const draft = join(dirname(folder), `.${basename(folder)}.${randomBytes(6).toString('hex')}.tmp`)
  mkdirSync(draft)
  try {
    writeTemplate(draft, product)
    writeFileSync(join(draft, 'package.json'), `${JSON.stringify(packageOf(product), null, 2)}\n`)
    for (const module of product.modules) addPackagedModule(draft, module)
    const { generate } = await import('../../generator/pipeline.ts')
    const { shipped } = layoutOf({ root: draft, packageFolder })
    const { problems } = await generate(draft, { ...(shipped && { shipped }) })
    if (problems.length > 0) throw new Error(`the template has problems: ${JSON.stringify(problems)}`)
    const files = filesBelow(draft).map((path) => relative(draft, path))
    moveInto(folder, draft)
    return files.sort()
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

function writeTemplate(target: string, { name, database, language, packageFolder }: NewProduct): void {
  const template = join(packageFolder, isCompiled(packageFolder) ? '.dist/template' : 'cli/init/template')
  const values = { name, databaseNote: databaseNotes[database][language] }
  for (const path of filesBelow(template)) {
    const file = relative(template, path).slice(0, -suffix.length)
    const readme = /^README\.(.+)\.md$/.exec(file)
    if (readme && readme[1] !== language) continue
    const to = join(target, readme ? 'README.md' : file)
    mkdirSync(dirname(to), { recursive: true })
    const text = readFileSync(path, 'utf8')
    writeFileSync(to, readme ? fillTemplate(text, values) : text)
  }
}

interface PackageFile {
  readonly version: string
  readonly devDependencies: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
}

/** Tools of the tests: the versions that Tablewright itself is tested with. */
const tools = ['@types/node', '@types/react', 'typescript', 'vitest']

function packageOf({ name, database, fixedLanguage, dependency, packageFolder }: NewProduct): object {
  const own = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as PackageFile
  return {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    imports: generatedImports,
    scripts: {
      start: 'tablewright serve',
      test: 'tablewright generate --check && tsc --noEmit && vitest run',
      generate: 'tablewright generate',
    },
    dependencies: { tablewright: dependency },
    devDependencies: Object.fromEntries(tools.map((tool) => [tool, own.devDependencies[tool]])),
    // The driver is built; no other package runs a script when it is installed.
    allowScripts: own.allowScripts,
    tablewright: { version: own.version, modules: [], database, ...(fixedLanguage && { language: fixedLanguage }) },
  }
}

/** An empty folder that exists already may be somebody's working directory, so it stays the same folder. */
function moveInto(folder: string, draft: string): void {
  if (!existsSync(folder)) return renameSync(draft, folder)
  refuseFilled(folder)
  const names = readdirSync(draft)
  try {
    for (const name of names) cpSync(join(draft, name), join(folder, name), { recursive: true })
  } catch (error) {
    for (const name of names) rmSync(join(folder, name), { recursive: true, force: true })
    throw error
  }
}

/** Throws a CommandError (exit 4) when the folder has content. */
export function refuseFilled(folder: string): void {
  if (!existsSync(folder) || readdirSync(folder).length === 0) return
  throw new CommandError('refused', {
    message: {
      'zh-cn': `目录 ${folder} 不是空的，未写入任何文件。`,
      en: `The folder ${folder} is not empty. Nothing was written.`,
    },
    hint: { 'zh-cn': '请指定一个新目录或空目录。', en: 'Name a new folder, or an empty one.' },
  })
}
