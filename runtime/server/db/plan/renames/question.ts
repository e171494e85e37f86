/** A new table that resembles one that goes with the same change may be that one under another name. */
import { quoted, type TablePlan } from '../../ddl.ts'
import type { DiffInput } from '../diff-context.ts'
import { reason } from '../step-texts.ts'
import type { Step } from '../step.ts'

/** The least share of the former table's fields that the new one has, too. */
const leastShare = 0.6

/** The steps with a question in place of each new table that may be a former one, and of all that needs it. */
export async function questionTables(
  input: DiffInput,
  created: readonly TablePlan[],
  steps: readonly Step[],
): Promise<readonly Step[]> {
  const questions: { readonly table: string; readonly from: string; readonly entity: string }[] = []
  for (const table of created) {
    const from = await formerTable(input, table)
    if (from !== null) questions.push({ table: table.name, from, entity: input.recorded?.[from]?.entity ?? '' })
  }
  return steps.map((step) => {
    const question = questions.find(({ table }) => needs(step, table, created))
    if (question === undefined || step.class !== 'safe') return step
    const table = created.find(({ name }) => name === question.table)
    const sentence = table?.isNamedInLedger ? 'similarDocument' : 'similarTable'
    return { ...step, class: 'guarded', blocking: true, reason: reason(sentence, question) }
  })
}

/** Whether the step creates the table, or something that refers to it, or a new table that does. */
function needs(step: Step, name: string, created: readonly TablePlan[], visited: readonly string[] = []): boolean {
  if (step.sql.some((statement) => statement.includes(quoted(name)))) return true
  const referring = created.filter(
    (table) => !visited.includes(table.name) && table.foreignKeys.some((key) => key.table === name),
  )
  return referring.some((table) => needs(step, table.name, created, [...visited, name, table.name]))
}

/** A table with records that no schema has any more, most of whose fields the new one has. */
async function formerTable(
  { recorded, live, wanted: planned, ask }: DiffInput,
  table: TablePlan,
): Promise<string | null> {
  const names = new Set(table.columns.map(({ name }) => name))
  for (const [former, { fields, removed }] of Object.entries(recorded ?? {})) {
    const isGone = !removed && !planned.some(({ name }) => name === former) && live.some(({ name }) => name === former)
    const own = Object.keys(fields).filter((name) => name !== 'id' && name !== 'version')
    const shared = own.filter((name) => names.has(name))
    if (!isGone || shared.length === 0 || shared.length < own.length * leastShare) continue
    if ((await ask(`select 1 as one from ${quoted(former)} limit 1`)).length > 0) return former
  }
  return null
}
