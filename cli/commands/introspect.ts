/** `tablewright introspect`: the database of another application as schemas. It is opened for reading only. */
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { CommandError, exitCodes, type Exit } from '../exit-codes.ts'
import { documentsOf, type Introspected } from '../introspecting/documents.ts'
import type { ForeignDatabase } from '../introspecting/foreign-database.ts'
import type { SqlParser } from '../introspecting/read-mysql.ts'
import type { Note } from '../introspecting/notes.ts'
import { registerModule } from '../code/register-module.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { layoutOf } from '../layout.ts'
import { logProblems, withFileErrors } from '../log-problems.ts'
import { setAction, type Context, type Program } from '../program.ts'

interface IntrospectFlags {
  readonly from: string
  readonly out: string
  readonly schema?: readonly string[]
  readonly timeZone?: string
  readonly force?: boolean
}

/** Adds the command to the program. */
export function registerIntrospect(program: Program): void {
  const command = program.add(
    'introspect',
    {
      'zh-cn': '读取其他应用的数据库，写出 schema（不改动该数据库）',
      en: "write schemas for another application's database; never changes it",
    },
    [
      [
        'tablewright introspect --from chinook.sqlite --out schemas/chinook',
        { 'zh-cn': '读取 SQLite 文件', en: 'from an SQLite file' },
      ],
      [
        'tablewright introspect --from postgres://me@host/shop --out schemas/shop',
        { 'zh-cn': '读取 PostgreSQL 数据库', en: 'from a PostgreSQL database' },
      ],
      [
        'tablewright introspect --from dump.sql --out schemas/shop',
        {
          'zh-cn': '读取 mysqldump 的建表语句；表将新建',
          en: 'from the CREATE TABLEs of a mysqldump; its tables will be new',
        },
      ],
    ],
  )
  command.requiredOption(
    '--from <database>',
    program.t({
      'zh-cn': 'SQLite 文件、postgres://… 或 MySQL/MariaDB 的 .sql 文件',
      en: 'SQLite file, postgres://…, or .sql file of MySQL or MariaDB',
    }),
  )
  command.requiredOption(
    '--out <folder>',
    program.t({ 'zh-cn': '模块目录，例如 schemas/shop', en: 'folder of the module, for example schemas/shop' }),
  )
  command.option(
    '--schema <name...>',
    program.t({ 'zh-cn': 'PostgreSQL 的 schema（默认 public）', en: 'schemas on PostgreSQL (default public)' }),
  )
  command.option(
    '--time-zone <zone>',
    program.t({
      'zh-cn': '无时区的时刻所在的时区（默认 Asia/Shanghai）',
      en: 'zone of times stored without one (default Asia/Shanghai)',
    }),
  )
  command.option(
    '--force',
    program.t({ 'zh-cn': '替换模块中已有的 schema', en: 'replace the schemas that the module has' }),
  )
  setAction(command, introspect)
}

async function introspect(context: Context, _args: readonly string[], flags: IntrospectFlags): Promise<Exit> {
  const folder = folderOf(context, flags.out)
  const zone = zoneOf(flags.timeZone)
  if (!flags.force && existsSync(folder) && readdirSync(folder).length > 0) throw existsError(folder)
  const { withDatabaseErrors } = await import('../../runtime/server/db/index.ts')
  const { result, engine } = await withDatabaseErrors(flags.from, async () => {
    const { database, file } = await open(context, flags).catch((error: unknown) => {
      throw cannotRead(flags.from, error)
    })
    try {
      return { result: await documentsOf(database, { module: basename(folder), file, zone }), engine: database.engine }
    } finally {
      await database.close()
    }
  })
  await withFileErrors(write(context.root, folder, result))
  const left = registerModule(context.root, basename(folder))
  const { check } = await import('../../generator/pipeline.ts')
  const { problems } = await withFileErrors(check(context.root, layoutOf(context).shipped))
  await logProblems(context, problems)
  const limited = result.notes.filter((one) => one.class === 'limited')
  report(context, result, folder, left)
  const data = {
    ok: problems.length === 0 && limited.length === 0,
    files: [...result.files.keys()],
    notes: result.notes,
    problems,
  }
  context.print(data, summary(context, result, folder, engine))
  return data.ok ? exitCodes.ok : exitCodes.findings
}

/** Modules are folders directly below `schemas/`. Throws a CommandError. */
function folderOf({ root, workingFolder }: Context, out: string): string {
  const folder = resolve(workingFolder, out)
  const isModule = dirname(folder) === join(root, 'schemas') && /^[a-z][a-z0-9_]{0,30}$/.test(basename(folder))
  if (isModule) return folder
  throw new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '{{out}} 不是模块目录。',
        en: '{{out}} is not the folder of a module.',
      },
      { out },
    ),
    hint: {
      'zh-cn': '请使用 schemas/ 下的目录，名称由小写字母、数字和下划线组成，例如 --out schemas/shop',
      en: 'Use a folder below schemas/ whose name has lowercase letters, digits and underscores: --out schemas/shop',
    },
  })
}

function zoneOf(given: string | undefined): string {
  if (given === undefined) return 'Asia/Shanghai'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    throw new CommandError('usage', {
      message: interpolate(
        { 'zh-cn': '没有时区“{{zone}}”。', en: 'There is no time zone "{{zone}}".' },
        { zone: given },
      ),
      hint: {
        'zh-cn': '例如 Asia/Shanghai、Europe/Berlin 或 UTC',
        en: 'for example Asia/Shanghai, Europe/Berlin or UTC',
      },
    })
  }
}

const existsError = (folder: string): CommandError =>
  new CommandError('refused', {
    message: interpolate(
      { 'zh-cn': '{{folder}} 中已有文件，未作改动。', en: '{{folder}} contains files already; nothing was changed.' },
      { folder },
    ),
    hint: {
      'zh-cn': '请指定另一个目录，或用 --force 替换其中的 schema',
      en: 'Name another folder, or replace its schemas with --force',
    },
  })

interface Opened {
  readonly database: ForeignDatabase
  /** Path for `adopts.file`. */
  readonly file: string | null
}

async function open({ root, workingFolder }: Context, { from, schema = ['public'] }: IntrospectFlags): Promise<Opened> {
  if (isPostgres(from)) {
    const { readPostgres } = await import('../introspecting/read-postgres.ts')
    return { database: await readPostgres(from, schema), file: null }
  }
  const path = resolve(workingFolder, from.replace(/^(sqlite|file):(\/\/(?=\/))?/i, ''))
  if (path.toLowerCase().endsWith('.sql')) {
    const { readMysqlDump } = await import('../introspecting/read-mysql.ts')
    return { database: readMysqlDump(path, await parserFor()), file: null }
  }
  const { readSqlite } = await import('../introspecting/read-sqlite.ts')
  const below = relative(root, path)
  return { database: readSqlite(path), file: below.startsWith('..') ? path : below.replaceAll('\\', '/') }
}

const isPostgres = (from: string): boolean => /^postgres(ql)?:\/\//i.test(from)

const isSqliteError = (error: unknown): boolean => error instanceof Error && error.name === 'SqliteError'

/** What the engine says of an SQLite file gets the sentence that it gets from every other command. */
function cannotRead(from: string, error: unknown): unknown {
  if (error instanceof CommandError || isSqliteError(error)) return error
  return new CommandError('environment', {
    message: interpolate(
      { 'zh-cn': '无法读取 {{from}}：{{reason}}', en: 'Cannot read {{from}}: {{reason}}' },
      { from: from.replace(/\/\/[^@/]*@/, '//…@'), reason: error instanceof Error ? error.message : String(error) },
    ),
    hint: {
      'zh-cn': '请检查路径或地址、用户名和密码',
      en: 'Check the path or address, and the username and password',
    },
  })
}

/** Throws a CommandError when the parser is not installed. */
async function parserFor(): Promise<SqlParser> {
  const { loadParser, parserPackage } = await import('../introspecting/read-mysql.ts')
  try {
    return await loadParser()
  } catch {
    throw new CommandError('environment', {
      message: {
        'zh-cn': '读取 MySQL 或 MariaDB 的语句需要一个单独安装的解析器。',
        en: 'Statements of MySQL and MariaDB need a parser that is installed separately.',
      },
      hint: interpolate(
        {
          'zh-cn': '请运行 npm install --save-exact --save-dev {{name}}，然后重试',
          en: 'Run npm install --save-exact --save-dev {{name}}, then try again',
        },
        { name: parserPackage },
      ),
    })
  }
}

/** Replaces the documents of the folder. */
async function write(root: string, folder: string, { files }: Introspected): Promise<void> {
  mkdirSync(folder, { recursive: true })
  for (const entry of readdirSync(folder)) if (entry.endsWith('.json')) rmSync(join(folder, entry))
  for (const [path, document] of files)
    writeFileSync(join(root, 'schemas', path), `${JSON.stringify(document, null, 2)}\n`)
}

/** What was found, by table, on stderr. */
function report(context: Context, { notes }: Introspected, folder: string, left: readonly string[]): void {
  if (context.json) return
  const { colors, t } = context
  for (const one of notes)
    context.log(`${one.class === 'limited' ? colors.yellow('!') : colors.dim('·')} ${placeOf(one)}: ${t(one.text)}`)
  if (left.length > 0)
    context.log(
      t(
        {
          'zh-cn': '请在 {{files}} 中登记模块 {{module}}，方法见 schemas/README.md。',
          en: 'Add the module {{module}} to {{files}}; schemas/README.md says how.',
        },
        { files: left.join(', '), module: basename(folder) },
      ),
    )
}

const placeOf = ({ table, column }: Note): string => (column === null ? table : `${table}.${column}`)

function summary(
  { t, root }: Context,
  { files, notes }: Introspected,
  folder: string,
  engine: ForeignDatabase['engine'],
): readonly string[] {
  const params = {
    count: files.size - 1,
    limited: notes.filter((one) => one.class === 'limited').length,
    folder: relative(root, folder),
  }
  const next =
    engine === 'mysql' ? 'tablewright generate && tablewright plan' : 'tablewright generate && tablewright serve'
  return [
    t(
      {
        'zh-cn': '已写入 {{folder}}：{{count}} 个实体；不能完整使用之处 {{limited}} 个（见上）。数据库未作改动。',
        en:
          'Written to {{folder}}: {{count}} entities; limits (listed above): {{limited}}. The database was not ' +
          'changed.',
      },
      params,
    ),
    t({ 'zh-cn': '下一步：{{next}}', en: 'Next: {{next}}' }, { next }),
  ]
}
