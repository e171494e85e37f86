/** `tablewright init`: a product of one's own in a new folder, ready to install, start and test. */
import { basename, relative, resolve } from 'node:path'
import { Option } from 'commander'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import type { Language } from '../../runtime/protocol/index.ts'
import { requireWebFolders } from '../build/web-folder.ts'
import { CommandError } from '../exit-codes.ts'
import { ownDependency } from '../init/dependency.ts'
import { refuseFilled, writeProduct, type NewProduct } from '../init/write-product.ts'
import { withFileErrors } from '../log-problems.ts'
import { optionalModules } from '../product.ts'
import { setAction, type Context, type Program } from '../program.ts'

interface InitFlags {
  readonly name?: string
  readonly database: NewProduct['database']
  readonly package?: string
  readonly with?: string
}

/** Adds the command to the program. */
export function registerInit(program: Program): void {
  const command = program.add(
    'init <folder>',
    { 'zh-cn': '在新目录中创建自己的产品', en: 'create a product of your own in a new folder' },
    [
      ['tablewright init my-app', { 'zh-cn': '以 SQLite 运行的产品', en: 'a product that runs on SQLite' }],
      ['tablewright init my-app --database postgres', { 'zh-cn': '使用 PostgreSQL', en: 'with PostgreSQL' }],
      [
        'tablewright init my-app --with cms,pay',
        { 'zh-cn': '带有内容和支付模块', en: 'with the modules for content and payments' },
      ],
      [
        'tablewright init my-app --lang en',
        { 'zh-cn': '英文的 README 和命令行', en: 'with README and command line in English' },
      ],
    ],
  )
  command.option(
    '--name <name>',
    program.t({
      'zh-cn': 'npm 包名（默认取自目录名）',
      en: 'name of the package (default: that of the folder)',
    }),
  )
  command.addOption(
    new Option(
      '--database <engine>',
      program.t({
        'zh-cn': '数据库：sqlite 或 postgres',
        en: 'sqlite or postgres',
      }),
    )
      .choices(['sqlite', 'postgres'])
      .default('sqlite'),
  )
  command.option(
    '--with <modules>',
    program.t({
      'zh-cn': `一开始就使用的模块，以逗号分隔：${optionalModules.join('、')}`,
      en: `modules that it begins with, separated by commas: ${optionalModules.join(', ')}`,
    }),
  )
  command.option(
    '--package <package>',
    program.t({
      'zh-cn': 'npm 安装的 tablewright：版本或打包文件（默认为正在运行的版本）',
      en: 'what npm installs as tablewright: a version or a packed file (default: what is running)',
    }),
  )
  const languageOption = (): Language | undefined => program.opts<{ readonly lang?: Language }>().lang
  setAction<InitFlags>(command, (context, args, flags) => init(context, args, flags, languageOption()))
}

/** @param fixedLanguage the language of everybody's command line in the product; undefined = that of each of them */
async function init(
  context: Context,
  [given = '']: readonly string[],
  flags: InitFlags,
  fixedLanguage: Language | undefined,
): Promise<void> {
  const folder = resolve(context.workingFolder, given)
  const name = packageName(flags.name, folder)
  const modules = modulesOf(flags.with ?? '')
  requireWebFolders([folder])
  refuseFilled(folder)
  const { packageFolder, language } = context
  const dependency = flags.package ?? ownDependency(packageFolder, folder)
  const files = await withFileErrors(
    writeProduct({
      folder,
      name,
      database: flags.database,
      language,
      fixedLanguage,
      dependency,
      packageFolder,
      modules,
    }),
  )
  const place = relative(context.workingFolder, folder) || '.'
  if (!context.json) {
    context.log(
      context.t(
        {
          'zh-cn': '已在 {{place}} 中创建 {{name}}（{{count}} 个文件）。',
          en: '{{name}} is in {{place}} (files: {{count}}).',
        },
        { place, name, count: files.length },
      ),
    )
    context.log(context.t({ 'zh-cn': '接下来：', en: 'Next:' }))
  }
  const steps = [...(place === '.' ? [] : [`cd ${place}`]), 'npm install', 'npm start', 'npm test']
  context.print(
    { ok: true, folder, name, files },
    steps.map((step) => `  ${step}`),
  )
}

/** Throws a CommandError (usage) for a name that is none of a module of the package. */
function modulesOf(list: string): readonly string[] {
  const names = [...new Set(list.split(/[\s,]+/).filter((name) => name !== ''))]
  const unknown = names.find((name) => !optionalModules.includes(name))
  if (unknown === undefined) return names
  throw new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '没有模块“{{unknown}}”（--with）。',
        en: 'There is no module "{{unknown}}" (--with).',
      },
      { unknown },
    ),
    hint: interpolate(
      { 'zh-cn': '可用的模块：{{names}}。', en: 'The modules are: {{names}}.' },
      { names: optionalModules.join(', ') },
    ),
  })
}

/** What npm allows, without a scope of its own: it is the name of an application. */
const namePattern = /^(@[a-z0-9-~][a-z0-9-._~]*\/)?[a-z0-9-~][a-z0-9-._~]*$/

function packageName(given: string | undefined, folder: string): string {
  if (given === undefined) {
    const derived = basename(folder)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, '-')
      .replace(/^-+|-+$/g, '')
    return derived === '' ? 'my-app' : derived
  }
  if (namePattern.test(given) && given.length <= 214) return given
  throw new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '--name 的值“{{given}}”无效，应为 npm 包名（小写字母、数字、-、.、_）。',
        en:
          'Invalid value "{{given}}" for --name. Use a name that npm allows: lower-case letters, digits, "-", "." ' +
          'and "_".',
      },
      { given },
    ),
  })
}
