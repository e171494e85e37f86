/** `tablewright import`: brings the rows of a CSV file into a table, also while a server runs on the same database. */
import { createReadStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { exits, Halt, type Exit } from '../exit.ts'
import { findEntity } from '../importing/entity.ts'
import { readMap } from '../importing/map.ts'
import { openRefusedFile } from '../importing/refused-file.ts'
import { reportLines, tellErrors, type ImportReport } from '../importing/report.ts'
import { act, type Context, type Program } from '../program.ts'
import { fill } from '../say.ts'
import { withOffline } from '../serving/offline.ts'
import type { DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'

interface ImportFlags extends DatabaseFlags {
  readonly map?: readonly string[]
  readonly dryRun?: boolean
  readonly errors?: string
}

/** Adds the command to the program. */
export function registerImport(program: Program): void {
  const command = program.add(
    'import <entity> <file>',
    {
      'zh-cn': '把 CSV 文件导入一张表；自然键相同的记录会被更新',
      en: 'import a CSV file into a table; records with the same natural key are updated',
    },
    [
      [
        'tablewright import product goods.csv',
        { 'zh-cn': '表头与字段名或字段标签相同', en: 'headers are field names or labels' },
      ],
      [
        'tablewright import product goods.csv --map product_no=Code,price=Price',
        { 'zh-cn': '指明哪一列填入哪个字段', en: 'say which column fills which field' },
      ],
      [
        'tablewright import product goods.csv --dry-run --errors refused.csv',
        { 'zh-cn': '只试一试，并写出被拒绝的行', en: 'only try, and write the refused rows' },
      ],
    ],
  )
  command.option(
    '--map <field=header,...>',
    program.say({ 'zh-cn': '字段与表头的对应，可重复', en: 'which header fills which field; may be repeated' }),
    (text: string, before: readonly string[] | undefined) => [...(before ?? []), text],
  )
  command.option('--dry-run', program.say({ 'zh-cn': '只报告会发生什么', en: 'only tell what would happen' }))
  command.option(
    '--errors <file>',
    program.say({ 'zh-cn': '把被拒绝的行连同原因写入该文件', en: 'write refused rows with their reasons there' }),
  )
  addDatabaseOptions(program, command)
  act(command, importFile)
}

async function importFile(context: Context, args: readonly string[], flags: ImportFlags): Promise<Exit> {
  const [name = '', given = ''] = args
  const file = resolve(context.workingFolder, given)
  const map = flags.map && readMap(flags.map)
  ensureFile(file, given)
  return withOffline(context, flags, async (server, scope) => {
    const model = findEntity(name, scope.registry.list)
    const refused =
      flags.errors === undefined ? null : openRefusedFile(resolve(context.workingFolder, flags.errors), file)
    let report: ImportReport | null = null
    try {
      report = await server.importRows(scope, model, {
        source: () => createReadStream(file),
        map,
        dryRun: flags.dryRun === true,
        onProgress: progress(context),
        onRefused: (text) => refused?.write(text),
      })
    } catch (error) {
      throw isRefusal(error)
        ? new Halt('findings', { what: { 'zh-cn': error.say('zh-cn'), en: error.say('en') } })
        : error
    } finally {
      refused?.finish((report?.refused ?? 0) > 0)
    }
    if (!flags.dryRun) await scope.database.optimize()
    tellErrors(context, report, flags.errors)
    context.answer(
      { ok: report.refused === 0, table: model.id, dryRun: flags.dryRun === true, ...report },
      reportLines(context, model, report, flags.dryRun === true),
    )
    return report.refused === 0 ? exits.ok : exits.findings
  })
}

function ensureFile(file: string, given: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats && !stats.isDirectory()) return
  throw new Halt('environment', {
    what: fill({ 'zh-cn': '找不到文件 {{given}}。', en: 'There is no file {{given}}.' }, { given }),
  })
}

/** A line that counts upwards, on a terminal only. */
function progress({ json, say }: Context): (report: { readonly rows: number }) => void {
  if (json || !process.stderr.isTTY) return () => undefined
  return ({ rows }) => {
    process.stderr.write(`\r\u001b[K${say({ 'zh-cn': '已读 {{rows}} 行', en: '{{rows}} rows' }, { rows })}\r`)
  }
}

/** The server's refusals come from its own bundle, so their class is not ours. */
function isRefusal(error: unknown): error is Error & { say(language: 'zh-cn' | 'en'): string } {
  return error instanceof Error && error.name === 'Refusal' && 'say' in error
}
