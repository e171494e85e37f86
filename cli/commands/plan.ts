/** `tablewright plan`: which steps lead from the live database to the schemas, as SQL. Changes nothing. */
import type { Plan, Step } from '../../runtime/server/db/index.ts'
import { serverProducts } from '../build/products.ts'
import { exitCodes, type Exit } from '../exit-codes.ts'
import { setAction, type Context, type Program } from '../program.ts'
import { loadServer, serverPaths } from '../serving/server.ts'
import { databaseSettings, type DatabaseFlags } from '../settings.ts'
import { addDatabaseOptions } from './database-options.ts'
import { writePlan } from './plan-file.ts'

interface PlanFlags extends DatabaseFlags {
  readonly out?: string
}

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
      [
        'tablewright plan --out change.sql',
        {
          'zh-cn': '把计划写到文件，审阅后由 tablewright apply --plan change.sql 执行',
          en: 'write the plan to a file, to review it and then run tablewright apply --plan change.sql',
        },
      ],
      ['tablewright plan --json', { 'zh-cn': '以 JSON 输出全部步骤', en: 'all steps as JSON' }],
    ],
  )
  addDatabaseOptions(program, command)
  command.option('--out <file>', program.t({ 'zh-cn': '把计划写入该文件', en: 'write the plan to this file' }))
  setAction(command, runPlan)
}

async function runPlan(context: Context, _args: readonly string[], flags: PlanFlags): Promise<Exit> {
  const server = await loadServer(context, serverProducts)
  const { databaseUrl, adoptedFile } = databaseSettings(context, flags)
  const options = { ...serverPaths(context.root), adoptedFile }
  const models = await server.models()
  const plan = await server.withDatabaseErrors(databaseUrl, () => server.planAt(databaseUrl, models, options))
  logNotes(context, plan.notes)
  if (!context.json) context.log(summary(context, plan))
  const isDone = plan.steps.every(isKept)
  const text = server.planSql(plan, context.language)
  if (flags.out !== undefined) writePlan(flags.out, plan.hash, text)
  context.print({ ok: isDone, ...plan }, plan.steps.length === 0 || flags.out !== undefined ? [] : [text])
  return isDone ? exitCodes.ok : exitCodes.findings
}

/** Reports on stderr what was found but left unchanged. */
export function logNotes(context: Context, notes: Plan['notes']): void {
  if (!context.json) for (const note of notes) context.log(context.colors.dim(context.t(note)))
}

/** The server cannot use the database before the step, which is not done by itself. */
export const isOpen = (step: Step): boolean => step.blocking && step.class !== 'safe'

/** The step waits until a person agrees to the plan or changes the schemas or the records. */
export const needsDecision = (step: Step): boolean => isOpen(step) && !step.isLater

/** Agreeing to the plan is enough; for other steps, the schemas or the records have to change. */
export const isAgreeable = ({ sql, kind }: Step): boolean => sql.length > 0 || filling.has(kind)

/** Steps without SQL: their values come from rules, or from what is stored, batch by batch. */
const filling: ReadonlySet<Step['kind']> = new Set(['recompute', 'backfill', 'protect-files', 'publish-files'])

/** What no schema has any more is listed, and stays as it is. */
const isKept = (step: Step): boolean => !step.blocking && step.class !== 'safe'

function summary({ t }: Context, { steps, hash }: Plan): string {
  const unsafe = steps.filter(needsDecision).length
  const params = { count: steps.filter((step) => !isKept(step)).length, unsafe, hash }
  if (params.count === 0) return t({ 'zh-cn': '数据库与 schema 一致。', en: 'The database matches the schemas.' })
  if (unsafe === 0)
    return t(
      {
        'zh-cn': '待执行 {{count}} 步，全部安全。下一步：tablewright apply',
        en: 'Steps pending: {{count}}, all safe. Next: tablewright apply',
      },
      params,
    )
  return t(
    steps.filter(needsDecision).every(isAgreeable)
      ? {
          'zh-cn':
            '待执行 {{count}} 步，其中 {{unsafe}} 步需要决定（原因见注释），决定之前 apply 不作任何更改。同意的话：' +
            'tablewright apply --plan {{hash}}',
          en:
            'Steps pending: {{count}}, to be decided: {{unsafe}} (see comments). Until then apply changes nothing. ' +
            'If you agree to them: tablewright apply --plan {{hash}}',
        }
      : {
          'zh-cn':
            '待执行 {{count}} 步，其中 {{unsafe}} 步需要决定（原因见注释），决定之前 apply 不作任何更改。' +
            '请先按注释修改 schema 或记录。',
          en:
            'Steps pending: {{count}}, to be decided: {{unsafe}} (see comments). Until then apply changes nothing. ' +
            'Change the schemas or the records first, as the comments say.',
        },
    params,
  )
}
