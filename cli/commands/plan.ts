/** `tablewright plan`: which steps lead from the live database to the schemas, as SQL. Changes nothing. */
import type { Plan, Step } from '../../runtime/server/db/index.ts'
import { serverProducts } from '../build/products.ts'
import { exitCodes, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadServer, serverPaths } from '../serving/server.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'

/** Adds the command to the program. */
export function registerPlan(program: Program): void {
  const command = program.add(
    'plan',
    {
      'zh-cn': '比较 schemas/ 与数据库，列出要执行的 SQL（不改动数据库）',
      en: 'compare the schemas with the database and print the SQL; changes nothing',
    },
    [
      ['tablewright plan', { 'zh-cn': '查看数据库缺少哪些更改', en: 'see what is missing in the database' }],
      ['tablewright plan > change.sql', { 'zh-cn': '把 SQL 写到文件', en: 'write the SQL to a file' }],
      ['tablewright plan --json', { 'zh-cn': '以 JSON 输出全部步骤', en: 'all steps as JSON' }],
    ],
  )
  addDatabaseOptions(program, command)
  setAction(command, runPlan)
}

async function runPlan(context: Context, _args: readonly string[], flags: DatabaseFlags): Promise<Exit> {
  const server = await loadServer(context, serverProducts)
  const { databaseUrl } = databaseSettings(context, flags)
  const plan = await server.planAt(databaseUrl, await server.models(), serverPaths(context.root))
  logNotes(context, plan.notes)
  if (!context.json) context.log(summary(context, plan))
  context.print(
    { ok: plan.steps.length === 0, ...plan },
    plan.steps.length === 0 ? [] : [server.planSql(plan, context.language)],
  )
  return plan.steps.length === 0 ? exitCodes.ok : exitCodes.findings
}

/** Reports on stderr what was found but left unchanged. */
export function logNotes(context: Context, notes: Plan['notes']): void {
  if (!context.json) for (const note of notes) context.log(context.colors.dim(context.t(note)))
}

/** How many of the steps are not safe. */
const unsafeCount = (steps: readonly Step[]): number => steps.filter((step) => step.class !== 'safe').length

function summary({ t }: Context, { steps }: Plan): string {
  const unsafe = unsafeCount(steps)
  const params = { count: steps.length, unsafe }
  if (steps.length === 0) return t({ 'zh-cn': '数据库与 schema 一致。', en: 'The database matches the schemas.' })
  if (unsafe === 0)
    return t(
      {
        'zh-cn': '待执行 {{count}} 步，全部安全。下一步：tablewright apply',
        en: 'Steps pending: {{count}}, all safe. Next: tablewright apply',
      },
      params,
    )
  return t(
    {
      'zh-cn':
        '待执行 {{count}} 步，其中 {{unsafe}} 步不安全（将跳过，原因见注释）。只执行安全的步骤：tablewright apply --safe',
      en:
        'Steps pending: {{count}}, unsafe: {{unsafe}} (skipped; see comments). ' +
        'To run only the safe ones: tablewright apply --safe',
    },
    params,
  )
}
