/**
 * `tablewright import`: brings the rows of a CSV file or a workbook into a table, also while a server runs on the same
 * database.
 */
import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { exitCodes, CommandError, type Exit } from '../exit-codes.ts'
import { findEntity } from '../importing/entity.ts'
import { readMap } from '../importing/map.ts'
import { openRejectedFile } from '../importing/rejected-file.ts'
import { reportLines, logErrors, type ImportReport } from '../importing/report.ts'
import { createProgressLine } from '../progress-line.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { withDatabase } from '../serving/with-database.ts'
import type { DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'

interface ImportFlags extends DatabaseFlags {
  readonly map?: readonly string[]
  readonly blank?: string
  readonly dryRun?: boolean
  readonly errors?: string
  readonly sheet?: string
  readonly headerLine?: string
}

/** Adds the command to the program. */
export function registerImport(program: Program): void {
  const command = program.add(
    'import <entity> <file>',
    {
      'zh-cn': '把 CSV 或 XLSX 文件导入一张表；自然键相同的记录会被更新',
      en: 'import a CSV or XLSX file into a table; records with the same natural key are updated',
    },
    [
      [
        'tablewright import product goods.csv',
        { 'zh-cn': '表头与字段名或字段标签相同', en: 'headers are field names or labels' },
      ],
      [
        'tablewright import product goods.csv --map product_no=Code,price=Price',
        { 'zh-cn': '指定表头对应的字段', en: 'map headers to fields' },
      ],
      [
        'tablewright import product goods.csv --dry-run --errors rejected.csv',
        { 'zh-cn': '只试导入，并写出被拒绝的行', en: 'trial import that writes the rejected rows' },
      ],
    ],
  )
  command.option(
    '--map <field=header,...>',
    program.t({ 'zh-cn': '字段与表头的对应关系，可重复使用', en: 'which header fills which field; can be repeated' }),
    (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
  )
  command.option(
    '--blank <keep|clear>',
    program.t({
      'zh-cn': '空白单元格：保留已有记录的值（默认），或将其清空',
      en: 'blank cells: keep what a record has (default), or clear it',
    }),
  )
  command.option(
    '--sheet <name>',
    program.t({
      'zh-cn': 'XLSX 文件的工作表（默认第一个有内容的）',
      en: 'sheet of an XLSX file (default: the first one with content)',
    }),
  )
  command.option(
    '--header-line <number>',
    program.t({
      'zh-cn': '表头所在的行（默认含字段名最多的一行）',
      en: 'line with the headers (default: the one that names most fields)',
    }),
  )
  command.option('--dry-run', program.t({ 'zh-cn': '只报告会发生什么', en: 'only report what would happen' }))
  command.option(
    '--errors <file>',
    program.t({ 'zh-cn': '将被拒绝的行及原因写入该文件', en: 'write rejected rows and reasons to this file' }),
  )
  addDatabaseOptions(program, command)
  setAction(command, importFile)
}

async function importFile(context: Context, args: readonly string[], flags: ImportFlags): Promise<Exit> {
  const [name = '', given = ''] = args
  const file = resolve(context.workingFolder, given)
  const map = flags.map && readMap(flags.map)
  const blank = flags.blank === undefined ? null : readBlank(flags.blank)
  const headerLine = flags.headerLine === undefined ? null : readLine(flags.headerLine)
  assertFile(file, given)
  return withDatabase(context, flags, async (server, scope) => {
    const model = findEntity(name, scope.registry.list)
    const refused =
      flags.errors === undefined ? null : openRejectedFile(resolve(context.workingFolder, flags.errors), file)
    let report: ImportReport | null = null
    const progress = createProgressLine(context)
    try {
      report = await server.importRows(scope, model, {
        source: () => createReadStream(file),
        map,
        ...(blank && { blank }),
        ...(flags.sheet !== undefined && { sheet: flags.sheet }),
        ...(headerLine !== null && { headerLine }),
        dryRun: flags.dryRun === true,
        onProgress: ({ rows }) =>
          progress.show(context.t({ 'zh-cn': '已读取 {{rows}} 行', en: 'Rows read: {{rows}}' }, { rows })),
        onRefused: (text) => refused?.write(text),
      })
    } catch (error) {
      throw isRefusal(error)
        ? new CommandError('findings', { message: { 'zh-cn': error.messageIn('zh-cn'), en: error.messageIn('en') } })
        : error
    } finally {
      progress.clear()
      refused?.finish((report?.refused ?? 0) > 0)
    }
    if (!flags.dryRun) await scope.database.optimize()
    logErrors(context, report, flags.errors)
    context.print(
      { ok: report.refused === 0, table: model.id, dryRun: flags.dryRun === true, ...report },
      reportLines(context, model, report, flags.dryRun === true),
    )
    return report.refused === 0 ? exitCodes.ok : exitCodes.findings
  })
}

function readBlank(given: string): 'keep' | 'clear' {
  if (given === 'keep' || given === 'clear') return given
  throw new CommandError('usage', {
    message: interpolate(
      { 'zh-cn': '--blank 应为 keep 或 clear，不能是“{{given}}”。', en: '--blank is keep or clear, not "{{given}}".' },
      { given },
    ),
  })
}

function readLine(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new CommandError('usage', {
    message: interpolate(
      {
        'zh-cn': '--header-line 应为行号，不能是“{{text}}”。',
        en: '--header-line is the number of a line, not "{{text}}".',
      },
      { text },
    ),
  })
}

function assertFile(file: string, given: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) return
  throw new CommandError('environment', {
    message: interpolate({ 'zh-cn': '找不到文件：{{given}}', en: 'File not found: {{given}}' }, { given }),
  })
}

/** The server's refusals come from its own bundle, so their class is not ours. */
function isRefusal(error: unknown): error is Error & { messageIn(language: 'zh-cn' | 'en'): string } {
  return error instanceof Error && error.name === 'OperationError' && 'messageIn' in error
}
