/** `tablewright apply`: brings the database to the schemas with safe steps, all or nothing. */
import type { Applied, SearchProgress } from '../../runtime/server/db/index.ts'
import { serverProducts } from '../build/products.ts'
import { exitCodes, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadServer, serverPaths, type Server } from '../serving/server.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'
import { logNotes } from './plan.ts'

interface ApplyFlags extends DatabaseFlags {
  readonly safe?: boolean
}

/** Adds the command to the program. */
export function registerApply(program: Program): void {
  const command = program.add(
    'apply',
    {
      'zh-cn': '更新数据库，使其与 schemas/ 一致；有不安全的步骤时不做任何更改',
      en: 'update the database to match the schemas; does nothing if a step is unsafe',
    },
    [
      [
        'tablewright apply',
        { 'zh-cn': '执行 tablewright plan 列出的步骤', en: 'run the steps printed by tablewright plan' },
      ],
      [
        'tablewright apply --safe',
        { 'zh-cn': '只执行安全的步骤，跳过其余步骤', en: 'run only the safe steps and skip the others' },
      ],
    ],
  )
  addDatabaseOptions(program, command)
  command.option('--safe', program.t({ 'zh-cn': '只执行安全的步骤', en: 'run only the safe steps' }))
  setAction(command, runApply)
}

async function runApply(context: Context, _args: readonly string[], flags: ApplyFlags): Promise<Exit> {
  const server = await loadServer(context, serverProducts)
  const applied = await apply(context, server, flags)
  logNotes(context, applied.notes)
  if (!context.json) logSteps(context, applied)
  const { initialised, steps, left, notes, hash } = applied
  context.print({ ok: left.length === 0, initialised, steps, left, notes, hash }, [])
  return left.length === 0 ? exitCodes.ok : exitCodes.findings
}

async function apply(context: Context, server: Server, flags: ApplyFlags): Promise<Applied> {
  const { databaseUrl } = databaseSettings(context, flags)
  const database = await server.openDatabase(databaseUrl, serverPaths(context.root))
  try {
    const models = await server.models()
    const applied = await server.applyPlan(database, models, { safeOnly: flags.safe === true })
    await server.buildSearch(database, models, { onProgress: logProgress(context) })
    return applied
  } finally {
    await database.close()
  }
}

/** Milliseconds between two lines about the progress of the same table. */
const progressMs = 2000

/** Reports how far a search index is, every now and then. */
function logProgress({ log, t, json }: Context): (progress: SearchProgress) => void {
  let last = -progressMs
  return ({ table, left, total }) => {
    if (json || performance.now() < last + progressMs) return
    last = performance.now()
    const percent = Math.floor(((total - left) / total) * 100)
    const text = {
      'zh-cn': '正在建立 {{table}} 的快速搜索索引：{{percent}} %（可随时中断，下次继续）',
      en: 'Building the quick-search index of {{table}}: {{percent}} % (interrupt at will; it continues next time)',
    }
    log(t(text, { table, percent }))
  }
}

function logSteps({ log, t, colors }: Context, { steps, left }: Applied): void {
  for (const step of steps) log(`${colors.green('✓')} ${t(step.reason)}`)
  for (const step of left) log(`${colors.yellow('–')} ${t(step.reason)}`)
  const nothing = steps.length === 0 && left.length === 0
  if (nothing)
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
