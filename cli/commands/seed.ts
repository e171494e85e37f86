/** `tablewright seed`: loads demo data into empty tables. */
import { CommandError } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import { withDatabase } from '../serving/with-database.ts'
import type { DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'

interface SeedFlags extends DatabaseFlags {
  readonly scale?: string
  readonly seed?: string
  readonly force?: boolean
}

/** Adds the command to the program. */
export function registerSeed(program: Program): void {
  const command = program.add('seed', { 'zh-cn': '把演示数据加载到空表', en: 'load demo data into empty tables' }, [
    ['tablewright seed', { 'zh-cn': '加载与首次启动相同的演示数据', en: 'the same demo data as on first start' }],
    [
      'tablewright seed --scale 1 --seed 7',
      { 'zh-cn': '全部规模，使用另一个随机种子', en: 'full size, with another seed' },
    ],
  ])
  command.option(
    '--scale <share>',
    program.t({
      'zh-cn': '规模，大于 0、至多 1（默认 0.05）',
      en: 'share of the full size, above 0, at most 1 (default 0.05)',
    }),
  )
  command.option(
    '--seed <number>',
    program.t({
      'zh-cn': '随机种子，整数；相同的种子得到相同的数据',
      en: 'integer; the same seed produces the same data',
    }),
  )
  command.option(
    '--force',
    program.t({
      'zh-cn': '表中已有记录时也加载；自然键相同的记录保持不变',
      en: 'also load into tables with records; records with the same natural key are not changed',
    }),
  )
  addDatabaseOptions(program, command)
  setAction(command, seed)
}

async function seed(context: Context, _args: readonly string[], flags: SeedFlags): Promise<void> {
  const scale = parseNumber('--scale', flags.scale, (value) => value > 0 && value <= 1)
  const start = parseNumber('--seed', flags.seed, (value) => Number.isSafeInteger(value) && value >= 0)
  await withDatabase(context, flags, async (server, scope) => {
    const records = server.demo(scale ?? server.firstDemo.scale, start ?? server.firstDemo.seed, context.language)
    const filled = flags.force ? [] : await server.filledTables(scope, records)
    if (filled.length > 0) throw notEmptyError(filled.map((model) => model.label))
    const loaded = await server
      .seedDemo(scope, records, { skipKnown: flags.force === true, onlyEmpty: flags.force !== true })
      .catch((error: unknown) => {
        throw scope.database.adapter.problemOf(error)?.kind === 'unique' ? uniqueConflictError() : error
      })
    await scope.database.optimize()
    const counts = scope.registry.list
      .map(({ id, label }) => ({ id, label, count: records.filter((record) => record.table === id).length }))
      .filter(({ count }) => count > 0)
    const tables = Object.fromEntries(counts.map(({ id, count }) => [id, count]))
    const lines = counts.map(({ label, count }) => `${context.t(label)}\t${count}`)
    context.print({ ok: true, records: records.length, loaded, tables }, lines)
    const figures = { loaded, known: records.length - loaded }
    if (!context.json)
      context.log(
        context.t(
          {
            'zh-cn': '已加载 {{loaded}} 条演示数据，原有 {{known}} 条未改动。',
            en: 'Demo records loaded: {{loaded}}; already present: {{known}}.',
          },
          figures,
        ),
      )
  })
}

function parseNumber(flag: string, text: string | undefined, isFine: (value: number) => boolean): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (text.trim() !== '' && isFine(value)) return value
  throw new CommandError('usage', {
    message: interpolate(
      { 'zh-cn': '{{flag}} 的值“{{text}}”无效。', en: 'Invalid value "{{text}}" for {{flag}}.' },
      { flag, text },
    ),
  })
}

function notEmptyError(labels: readonly { readonly 'zh-cn': string; readonly en: string }[]): CommandError {
  const names = { zh: labels.map((label) => label['zh-cn']).join('、'), en: labels.map((label) => label.en).join(', ') }
  return new CommandError('refused', {
    message: interpolate(
      {
        'zh-cn': '未加载演示数据：以下表中已有记录：{{zh}}。',
        en: 'No demo data was loaded: these tables already contain records: {{en}}.',
      },
      names,
    ),
    hint: {
      'zh-cn': '请用 --data 或 --database 指定一个空数据库，或加 --force 加载其余数据。',
      en: 'Specify an empty database with --data or --database, or load the rest with --force.',
    },
  })
}

const uniqueConflictError = (): CommandError =>
  new CommandError('refused', {
    message: {
      'zh-cn': '未加载演示数据：已有记录占用了演示数据的唯一值（例如条码）。',
      en: 'No demo data was loaded: existing records already use some of its unique values (a barcode, for example).',
    },
    hint: { 'zh-cn': '请指定一个空数据库。', en: 'Specify an empty database.' },
  })
