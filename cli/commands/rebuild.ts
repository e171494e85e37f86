/** `tablewright rebuild`: derives balances, batches and totals again from the ledgers. */
import type { Text } from '../../runtime/protocol/index.ts'
import { exitCodes, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { createProgressLine } from '../progress-line.ts'
import type { Server } from '../serving/server.ts'
import { withDatabase } from '../serving/with-database.ts'
import type { DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'
import { describeKey } from './doctor.ts'

interface RebuildFlags extends DatabaseFlags {
  readonly apply?: boolean
}

type Report = Awaited<ReturnType<Server['rebuild']>>[number]
type Change = Report['changes'][number]

/** Adds the command to the program. */
export function registerRebuild(program: Program): void {
  const command = program.add(
    'rebuild',
    {
      'zh-cn': '由流水重新推算库存、余额、批次和汇总；先显示将改动什么',
      en: 'derive stock, balances, batches and totals again from the ledgers; shows what would change first',
    },
    [
      ['tablewright rebuild', { 'zh-cn': '只显示差异，不写入', en: 'only show what differs' }],
      [
        'tablewright rebuild --apply',
        { 'zh-cn': '写入差异，服务可以同时运行', en: 'store it, also beside a running server' },
      ],
    ],
  )
  command.option('--apply', program.t({ 'zh-cn': '写入所列的改动', en: 'store the changes that are listed' }))
  addDatabaseOptions(program, command)
  setAction(command, runRebuild)
}

async function runRebuild(context: Context, _args: readonly string[], flags: RebuildFlags): Promise<Exit> {
  const isWriting = flags.apply === true
  const progress = createProgressLine(context)
  const reports = await withDatabase(
    context,
    flags,
    (server, scope) =>
      server.rebuild(scope, isWriting, ({ label }, at, count) =>
        progress.show(`[${at + 1}/${count}] ${context.t(label)}`),
      ),
    isWriting ? 'write' : 'read',
  ).finally(() => progress.clear())
  const count = (name: 'changes' | 'left'): number => reports.reduce((sum, report) => sum + report[name].length, 0)
  const [changes, left] = [count('changes'), count('left')]
  const ok = left === 0 && (changes === 0 || isWriting)
  context.print({ ok, applied: isWriting, derivations: reports }, [
    ...reports.flatMap((report) => linesOf(context, report)),
    context.t(summaryOf(changes, isWriting), { changes }),
    ...(left > 0 ? [context.t(leftText, { left })] : []),
  ])
  return ok ? exitCodes.ok : exitCodes.findings
}

function summaryOf(changes: number, isWriting: boolean): Text {
  if (changes === 0) return { 'zh-cn': '没有差异，无需更改。', en: 'Nothing differs; there is nothing to do.' }
  return isWriting
    ? {
        'zh-cn': '已更改 {{changes}} 处。可用 tablewright doctor 复查。',
        en: 'Changed: {{changes}}. tablewright doctor checks again.',
      }
    : {
        'zh-cn': '将更改 {{changes}} 处，尚未写入。写入：tablewright rebuild --apply',
        en: 'Would change: {{changes}}. Nothing was stored. To store it: tablewright rebuild --apply',
      }
}

const leftText: Text = {
  'zh-cn': '{{left}} 处无法推算：流水本身有矛盾（见 tablewright doctor），请与备份比对。',
  en:
    'Cannot be derived: {{left}}. The ledger contradicts itself there (see tablewright doctor); compare it with a ' +
    'backup.',
}

/** Changes of each that are listed for people. */
const listed = 20

function linesOf({ t, colors }: Context, { label, changes, left }: Report): readonly string[] {
  if (changes.length === 0 && left.length === 0) return []
  const more = changes.length + left.length - listed
  return [
    t(label),
    ...[
      ...changes.map((change) => `    ${colors.yellow('~')} ${lineOf(change)}`),
      ...left.map((change) => `    ${colors.red('✗')} ${lineOf(change)}`),
    ].slice(0, listed),
    ...(more > 0
      ? [
          `    ${t({ 'zh-cn': '另有 {{more}} 处（--json 列出全部）。', en: 'And {{more}} more (--json lists all).' }, { more })}`,
        ]
      : []),
  ]
}

function lineOf({ key, field, before, after }: Change): string {
  const place = `${describeKey(key)}${field}`
  return before === null && after === null ? place : `${place} ${before ?? '–'} → ${after ?? '–'}`
}
