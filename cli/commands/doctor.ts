/** `tablewright doctor`: looks for contradictions in the stored data, and changes nothing. */
import type { StoredValue, Text } from '../../runtime/protocol/index.ts'
import { createProgressLine } from '../progress-line.ts'
import { exitCodes, CommandError, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import type { Server } from '../serving/server.ts'
import { withDatabase } from '../serving/with-database.ts'
import type { DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'

interface DoctorFlags extends DatabaseFlags {
  readonly only?: readonly string[]
  readonly limit: string
}

type Report = Awaited<ReturnType<Server['doctor']>>[number]

/** Adds the command to the program. */
export function registerDoctor(program: Program): void {
  const command = program.add(
    'doctor',
    {
      'zh-cn': '检查数据是否自相矛盾：流水、余额、单据、编号、引用、封存；只读',
      en: 'look for contradictions in the data: ledgers, balances, documents, numbers, references, seals; read-only',
    },
    [
      [
        'tablewright doctor',
        { 'zh-cn': '检查全部数据，服务可以同时运行', en: 'check all data, also beside a running server' },
      ],
      [
        'tablewright doctor --only wms/inventory_history wms/layers',
        { 'zh-cn': '只检查库存流水和批次', en: 'only the inventory history and the stock batches' },
      ],
      ['tablewright doctor --json', { 'zh-cn': '以 JSON 输出全部检查', en: 'all checks as JSON' }],
    ],
  )
  command.option(
    '--only <check...>',
    program.t({
      'zh-cn': '只做这些检查：名称，或名称中“/”之前的部分',
      en: 'only these checks: names, or the parts of names before a “/”',
    }),
  )
  command.option(
    '--limit <number>',
    program.t({ 'zh-cn': '每项检查最多列出多少处', en: 'how many findings of each check are listed' }),
    '20',
  )
  addDatabaseOptions(program, command)
  setAction(command, runDoctor)
}

async function runDoctor(context: Context, _args: readonly string[], flags: DoctorFlags): Promise<Exit> {
  const limit = Number(flags.limit)
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1_000_000) throw badLimit(flags.limit)
  const progress = createProgressLine(context)
  const reports = await withDatabase(
    context,
    flags,
    (server, scope) =>
      server.doctor(scope, {
        limit,
        ...(flags.only && { only: flags.only }),
        onCheck: ({ label }, at, count) => progress.show(`[${at + 1}/${count}] ${context.t(label)}`),
      }),
    'read',
  ).finally(() => progress.clear())
  if (reports.length === 0) throw noCheck(flags.only ?? [])
  const bad = reports.filter(({ count }) => count > 0)
  const findings = bad.reduce((sum, { count }) => sum + count, 0)
  context.print({ ok: bad.length === 0, checks: reports }, [
    ...reports.flatMap((report) => linesOf(context, report)),
    context.t(bad.length === 0 ? allFine : someWrong, { checks: reports.length, bad: bad.length, findings }),
  ])
  return bad.length === 0 ? exitCodes.ok : exitCodes.findings
}

const allFine: Text = {
  'zh-cn': '{{checks}} 项检查均未发现问题。',
  en: 'Nothing is wrong. Checks: {{checks}}.',
}
const someWrong: Text = {
  'zh-cn': '{{checks}} 项检查中 {{bad}} 项发现问题，共 {{findings}} 处。',
  en: 'Checks: {{checks}}, of these with findings: {{bad}}. Findings: {{findings}}.',
}

const noCheck = (only: readonly string[]): CommandError =>
  new CommandError('usage', {
    message: { 'zh-cn': `没有名为 ${only.join('、')} 的检查。`, en: `No check is called ${only.join(', ')}.` },
    hint: {
      'zh-cn': '检查的名称见 tablewright doctor --json。',
      en: 'tablewright doctor --json lists the names of all checks.',
    },
  })

const badLimit = (given: string): CommandError =>
  new CommandError('usage', {
    message: {
      'zh-cn': `--limit 的值“${given}”无效。`,
      en: `The value “${given}” of --limit is not valid.`,
    },
    hint: { 'zh-cn': '请输入 1 到 1000000 的整数。', en: 'Enter a whole number from 1 to 1,000,000.' },
  })

/** What was checked; for what was found also where, what it should be and how to repair it. */
function linesOf({ t, colors }: Context, { name, label, count, findings, repair }: Report): readonly string[] {
  if (count === 0) return [`${colors.green('✓')} ${t(label)}`]
  const more = count - findings.length
  return [
    `${colors.red('✗')} ${t(label)}  ${colors.dim(name)}`,
    ...findings.map(
      ({ key, found, expected }) =>
        `    ${describeKey(key)}${t(differenceOf(found, expected), { found: found ?? '', expected: expected ?? '' })}`,
    ),
    ...(more > 0 ? [`    ${t({ 'zh-cn': '另有 {{more}} 处。', en: 'And {{more}} more.' }, { more })}`] : []),
    `    ${colors.bold(t(repairs[repair]))}`,
  ]
}

/** `product_id 3, warehouse_shelf_id 7`, followed by what is said of it. */
export function describeKey(key: Readonly<Record<string, StoredValue>>): string {
  const parts = Object.entries(key).map(([name, value]) => `${name} ${value ?? '–'}`)
  return parts.length === 0 ? '' : `${parts.join(', ')}: `
}

function differenceOf(found: string | null, expected: string | null): Text {
  if (expected === null)
    return { 'zh-cn': found === null ? '缺失' : '{{found}}', en: found === null ? 'missing' : '{{found}}' }
  if (found === null) return { 'zh-cn': '缺失，应为 {{expected}}', en: 'missing, should be {{expected}}' }
  return { 'zh-cn': '为 {{found}}，应为 {{expected}}', en: '{{found}}, should be {{expected}}' }
}

const repairs: Readonly<Record<Report['repair'], Text>> = {
  rebuild: {
    'zh-cn': '修复：tablewright rebuild 显示将改动什么，加 --apply 后写入。',
    en: 'Repair: tablewright rebuild shows what would change, and stores it with --apply.',
  },
  edit: {
    'zh-cn': '修复：在后台打开这些记录并更正。',
    en: 'Repair: open these records in the back office and correct them.',
  },
  code: {
    'zh-cn': '请恢复模块中这一步的原文；要再改数据，请添加新的步骤。',
    en: 'Restore the former text of the step in its module; for a further change of the data, add a new step.',
  },
  backup: {
    'zh-cn': '这些数据写入后不应再变：请与备份比对，查明是谁绕过程序改动了数据库。',
    en: 'This data never changes once it is written: compare it with a backup, and find out who changed the database.',
  },
}
