/** `tablewright check`: every problem of the schemas, at once; with `--ledgers` or `--log` the database. */
import { exitCodes, type Exit } from '../exit-codes.ts'
import { layoutOf } from '../layout.ts'
import { logProblems, withFileErrors } from '../log-problems.ts'
import { setAction, type Context, type Program } from '../program.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import type { Server } from '../serving/server.ts'
import { withDatabase } from '../serving/with-database.ts'
import type { DatabaseFlags } from '../settings.ts'
import { checkLog } from './check-log.ts'
import { addDatabaseOptions } from './database-options.ts'

/** Adds the command to the program. */
export function registerCheck(program: Program): void {
  const command = program.add(
    'check',
    {
      'zh-cn': '检查 schemas/ 和模块代码并列出全部问题',
      en: 'check the schemas and the code of modules and list all problems',
    },
    [
      ['tablewright check', { 'zh-cn': '检查当前项目', en: 'check the project in this folder' }],
      ['tablewright check --json', { 'zh-cn': '以 JSON 输出全部问题', en: 'all problems as JSON' }],
      [
        'tablewright check --ledgers',
        { 'zh-cn': '核对流水是否被改动或删除', en: 'verify that no ledger row was changed or removed' },
      ],
      [
        'tablewright check --ledgers --expect 2026-11-23/126/d6ff…',
        { 'zh-cn': '并核对末尾是否被截去', en: 'and that nothing was cut off at the end' },
      ],
      [
        'tablewright check --log',
        {
          'zh-cn': '核对操作历史是否被改动或删除',
          en: 'verify that no history of a record was changed or removed',
        },
      ],
    ],
  )
  command.option(
    '--ledgers',
    program.t({
      'zh-cn': '检查数据库中的流水而不是 schema',
      en: 'check the ledgers of the database instead of the schemas',
    }),
  )
  command.option(
    '--expect <seal...>',
    program.t({
      'zh-cn': '与 --ledgers 合用：之前记下的最后一条封存必须仍然存在',
      en: 'with --ledgers: last seals noted earlier, which must still exist',
    }),
  )
  command.option(
    '--log',
    program.t({
      'zh-cn': '检查数据库中的操作历史而不是 schema',
      en: 'check the histories of records in the database instead of the schemas',
    }),
  )
  addDatabaseOptions(program, command)
  setAction(command, runCheck)
}

interface CheckFlags extends DatabaseFlags {
  readonly ledgers?: boolean
  readonly expect?: readonly string[]
  readonly log?: boolean
}

async function runCheck(context: Context, _args: readonly string[], flags: CheckFlags): Promise<Exit> {
  if (flags.ledgers) return checkLedgers(context, flags)
  if (flags.log) return checkLog(context, flags)
  const { check } = await import('../../generator/pipeline.ts')
  const { findCodeProblems } = await import('../code/problems.ts')
  const { problems, warnings } = await withFileErrors(check(context.root, layoutOf(context).shipped, findCodeProblems))
  await logProblems(context, problems)
  await logProblems(context, warnings, 'warning')
  const isFine = problems.length === 0
  context.print(
    { ok: isFine, problems, warnings },
    isFine ? [context.t({ 'zh-cn': '没有发现问题。', en: 'No problems found.' })] : [],
  )
  return isFine ? exitCodes.ok : exitCodes.findings
}

/** Rows that have no seal yet are no problem: a running server seals them shortly. */
async function checkLedgers(context: Context, flags: CheckFlags): Promise<Exit> {
  const { reports, missing } = await withDatabase(context, flags, async (server, scope) => ({
    reports: await server.verifyLedgers(scope),
    missing: await server.missingSeals(scope.database, flags.expect ?? []),
  }))
  const isFine = missing.length === 0 && reports.every(({ broken }) => broken === null)
  const lines =
    reports.length === 0
      ? [context.t({ 'zh-cn': '没有流水表。', en: 'There are no ledgers.' })]
      : reports.map((report) => ledgerLine(context, report))
  context.print({ ok: isFine, ledgers: reports, missing }, [
    ...lines,
    ...missing.map((seal) => context.t(cutOff, { seal })),
  ])
  return isFine ? exitCodes.ok : exitCodes.findings
}

const cutOff: Text = {
  'zh-cn': '封存 {{seal}} 已不存在：末尾流水及封存被删，或封存被重写。请与备份比对。',
  en:
    'The seal {{seal}} that was noted earlier does not exist any more: rows at the end were removed together with ' +
    'their seals, or the seals were written anew. Compare with a backup.',
}

type Report = Awaited<ReturnType<Server['verifyLedgers']>>[number]

const damages: Readonly<Record<NonNullable<Report['broken']>['damage'], Text>> = {
  changed: { 'zh-cn': '与封存时不同', en: 'differs from what was sealed' },
  missing: { 'zh-cn': '已被删除', en: 'was removed' },
  gap: { 'zh-cn': '之前的封存记录缺失', en: 'has lost the seals before it' },
  detached: {
    'zh-cn': '所承接的前一天的封存记录缺失或已改动',
    en: 'continues a seal that is missing or was changed',
  },
}

/** What a person reads of a ledger. */
export function ledgerLine({ t }: Pick<Context, 't'>, report: Report): string {
  const { label, sealed, days, unsealed, last, broken } = report
  const ledger = t(label)
  if (broken)
    return t(
      {
        'zh-cn':
          '{{ledger}}：第一条有问题的流水 ID 为 {{row}}（{{day}} 第 {{position}} 条），{{damage}}；' +
          '之前 {{sealed}} 条完好。' +
          '请与备份比对。',
        en:
          '{{ledger}}: the first broken row has ID {{row}} ({{day}}, position {{position}}); it {{damage}}. ' +
          'Intact before it: {{sealed}}. Compare it with a backup.',
      },
      {
        row: broken.row,
        day: broken.day,
        position: broken.position,
        ledger,
        sealed,
        damage: t(damages[broken.damage]),
      },
    )
  return t(
    {
      'zh-cn': '{{ledger}}：{{sealed}} 条完好，共 {{days}} 天；未封存 {{unsealed}} 条。末条：{{last}}',
      en: '{{ledger}}: intact rows {{sealed}}, days {{days}}, not sealed yet {{unsealed}}. Last seal: {{last}}',
    },
    { ledger, sealed, days, unsealed, last: last ? `${last.day}/${last.position}/${last.hash}` : '–' },
  )
}
