/** `tablewright apply`: brings the database to the schemas with safe steps, or with a plan a person agreed to. */
import { Option } from 'commander'
import type { Applied, SearchProgress, Step } from '../../runtime/server/db/index.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import { serverProducts } from '../build/products.ts'
import { exitCodes, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadServer, serverPaths, type Server } from '../serving/server.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'
import { planNumber } from './plan-file.ts'
import { isAgreeable, isOpen, logNotes, needsDecision } from './plan.ts'

interface ApplyFlags extends DatabaseFlags {
  readonly backup?: boolean
  readonly plan?: string
  /** Also builds the indexes of the quick search, which a running server does by itself. */
  readonly search?: boolean
}

/** Adds the command to the program. */
export function registerApply(program: Program): void {
  const command = program.add(
    'apply',
    {
      'zh-cn': '更新数据库，使其与 schemas/ 一致；有步骤需要决定时只列出这些步骤，不作任何更改',
      en: 'update the database to match the schemas; nothing is changed while a step needs a decision',
    },
    [
      [
        'tablewright apply',
        { 'zh-cn': '执行 tablewright plan 列出的步骤', en: 'run the steps printed by tablewright plan' },
      ],
      [
        'tablewright apply --plan 1f2e3d4c5b6a7980',
        { 'zh-cn': '同时执行该计划中需要决定的步骤', en: 'run the steps of that plan that need a decision, too' },
      ],
    ],
  )
  addDatabaseOptions(program, command)
  command.option(
    '--plan <plan>',
    program.t({
      'zh-cn': '已确认的计划：编号（tablewright plan 最后一行），或 tablewright plan --out 写入的文件',
      en: 'the plan you agree to: its number (last line of tablewright plan), or the file of tablewright plan --out',
    }),
  )
  command.option(
    '--no-backup',
    program.t({
      'zh-cn': '更改 SQLite 数据库之前不备份',
      en: 'do not back up an SQLite database before it is changed',
    }),
  )
  command.addOption(new Option('--no-search').hideHelp())
  setAction(command, runApply)
}

async function runApply(context: Context, _args: readonly string[], flags: ApplyFlags): Promise<Exit> {
  const server = await loadServer(context, serverProducts)
  const applied = await apply(context, server, flags)
  logNotes(context, applied.notes)
  if (!context.json) logSteps(context, applied)
  const { initialised, steps, left, notes, hash, backup } = applied
  const ok = !left.some(isOpen)
  context.print({ ok, initialised, steps, left, notes, hash, backup }, [])
  return ok ? exitCodes.ok : exitCodes.refused
}

async function apply(context: Context, server: Server, flags: ApplyFlags): Promise<Applied> {
  const { databaseUrl, adoptedFile } = databaseSettings(context, flags)
  const models = await server.models()
  return server.withDatabaseErrors(databaseUrl, async () => {
    const database = await server.openDatabase(databaseUrl, { ...serverPaths(context.root), models, adoptedFile })
    try {
      const agreed = flags.plan === undefined ? { safeOnly: true } : { plan: planNumber(flags.plan) }
      const { validatorsRoot } = serverPaths(context.root)
      const onProgress = logProgress(context, fillText)
      const options = {
        ...agreed,
        backup: flags.backup !== false,
        validatorsRoot,
        language: context.language,
        onProgress,
      }
      const applied = await server.applyPlan(database, models, options)
      if (!applied.isWaiting && flags.search !== false)
        await server.buildSearch(database, models, { onProgress: logProgress(context, searchText) })
      return applied
    } finally {
      await database.close()
    }
  })
}

/** Milliseconds between two lines about the progress of the same table. */
const progressMs = 2000

/** Says where the copy of an SQLite database is. */
export const backupText: Text = {
  'zh-cn': '更改之前的数据库已备份到 {{place}}。',
  en: 'The database as it was before is in {{place}}.',
}
/** Says how far values of existing records are filled in. */
export const fillText: Text = {
  'zh-cn': '正在计算 {{table}} 已有记录的值：{{percent}} %（可随时中断，下次继续）',
  en: 'Filling in values of the records in {{table}}: {{percent}} % (interrupt at will; it continues next time)',
}
const searchText: Text = {
  'zh-cn': '正在建立 {{table}} 的快速搜索索引：{{percent}} %（可随时中断，下次继续）',
  en: 'Building the quick-search index of {{table}}: {{percent}} % (interrupt at will; it continues next time)',
}

/** Reports how far the work on a table is, every now and then. */
export function logProgress({ log, t, json }: Context, text: Text): (progress: SearchProgress) => void {
  let last = -progressMs
  return ({ table, left, total }) => {
    if (json || performance.now() < last + progressMs) return
    last = performance.now()
    const percent = Math.floor(((total - left) / total) * 100)
    log(t(text, { table, percent }))
  }
}

function logSteps({ log, t, colors }: Context, { steps, left, backup, hash, isWaiting }: Applied): void {
  if (backup !== null) log(colors.dim(t(backupText, { place: backup })))
  for (const step of steps) log(`${colors.green('✓')} ${t(step.reason)}`)
  for (const step of left) if (!isWaiting || step.class !== 'safe') log(`${colors.yellow('–')} ${t(step.reason)}`)
  const nothing = steps.length === 0 && !left.some(isOpen)
  if (isWaiting) logWaiting({ log, t }, left.filter(needsDecision), hash)
  else if (nothing)
    log(t({ 'zh-cn': '数据库与 schema 一致，无需更改。', en: 'The database matches the schemas; nothing to do.' }))
  else
    log(
      t(
        {
          'zh-cn': '已完成 {{count}} 步。正在运行的服务需要重新启动。',
          en: 'Steps done: {{count}}. Restart the server if it is running.',
        },
        { count: steps.length },
      ),
    )
}

/** Says that nothing was changed, and what leads on. */
export function logWaiting({ log, t }: Pick<Context, 'log' | 't'>, waiting: readonly Step[], hash: string): void {
  const hasWay = waiting.every(isAgreeable)
  log(
    t(
      hasWay
        ? {
            'zh-cn':
              '数据库未作任何更改：{{count}} 步需要决定，原因如上。同意的话请运行 tablewright apply --plan {{hash}}；否则请按上述说明修改。',
            en:
              'Nothing was changed: steps to be decided, see above: {{count}}. If you agree to them, run tablewright ' +
              'apply --plan {{hash}}; otherwise do what they say.',
          }
        : {
            'zh-cn': '数据库未作任何更改：{{count}} 步需要决定。请按上述说明修改，再运行 tablewright apply。',
            en:
              'Nothing was changed: steps to be decided: {{count}}. Do what they say above, then run tablewright ' +
              'apply again.',
          },
      { count: waiting.length, hash },
    ),
  )
}
