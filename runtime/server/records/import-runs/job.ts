/** Imports a stored file in the background. What was imported is noted with it, so that no row is imported twice. */
import { sql } from 'kysely'
import { languages, nodeOf, type TableModel } from '../../../protocol/index.ts'
import { AppError } from '../../core/errors/app-error.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import { readActor } from '../../operation/access/read-actor.ts'
import { grantedAccess } from '../../operation/access/access.ts'
import { createAudit } from '../../operation/audit/audit.ts'
import type { SystemTransaction } from '../../operation/access/system-tables.ts'
import type { Job } from '../../operation/jobs/declaration.ts'
import type { Scope } from '../../operation/scope.ts'
import type { Transaction } from '../../db/index.ts'
import { t } from '../../../i18n/i18n.ts'
import { importRecords } from '../import/import.ts'
import type { Outcome } from '../import/report.ts'
import type { Checkpoint } from '../import/run.ts'
import { faultOf } from './preview.ts'
import { mapOf, rowsOf } from './run-rows.ts'
import { addRefusals, ended, removeParts, runStates, runTable, system, type StoredRun } from './store.ts'

/** Another process goes on with the import. */
class ImportLost extends AppError<'lost'> {
  constructor() {
    super('ImportLost', 'lost', 'another process goes on with the import')
  }
}

export const importFile: Job<{ readonly run: number }> = {
  name: 'system/importFile',
  label: { 'zh-cn': '导入文件', en: 'Import a file' },
  handler: async ({ scope, payload: { run: id }, signal, complete }) => {
    const run = await system(scope).query.selectFrom(runTable).selectAll().where('id', '=', id).executeTakeFirst()
    if (run?.state !== runStates.running) return
    const error = await work({ ...scope, signal }, run)
    await complete(async (trx) => {
      const state = error === null ? runStates.done : runStates.failed
      await (trx as SystemTransaction).updateTable(runTable).set(ended(state, error)).where('id', '=', id).execute()
    })
    await removeParts(system(scope), id, false)
  },
  whenGivenUp: async (trx, { run }, reason) => {
    await (trx as SystemTransaction)
      .updateTable(runTable)
      .set(ended(runStates.failed, reason.slice(0, 2000)))
      .where('id', '=', run)
      .execute()
  },
}

/** Imports the rows that are left. @returns why that is not possible; null = all of them were imported */
async function work(scope: Scope, run: StoredRun): Promise<string | null> {
  const model = scope.registry.byId(run.entity)
  const actor = await readActor(system(scope), run.admin_id)
  const language = languages.find((name) => name === run.language) ?? scope.language
  // Guard T23: an import that goes on has the rights that its account has now.
  // Without: if (!model || !actor) return t(language, 'import.no_right')
  if (!model || !actor || !grantedAccess.can(actor, nodeOf(model, 'import'))) return t(language, 'import.no_right')
  const audit = createAudit({
    actor,
    url: `/admin/${model.controller}/import`,
    ip: run.ip ?? '',
    agent: run.agent ?? '',
    params: () => ({ file: run.name }),
  })
  try {
    await importRun({ ...scope, actor, language, audit }, model, run)
    return null
  } catch (error) {
    if (error instanceof OperationError) return error.allIn(language).slice(0, 2000)
    throw error
  }
}

async function importRun(scope: Scope, model: TableModel, run: StoredRun): Promise<void> {
  const plan = {
    headerLine: run.header_line ?? 1,
    columns: JSON.parse(run.columns ?? '{}') as Readonly<Record<string, number>>,
  }
  const checkpoint = checkpointOf(scope, run)
  await importRecords(scope, model, rowsOf(scope, run.id, plan, checkpoint.line), 'utf-8', {
    map: mapOf(plan),
    headerLine: plan.headerLine,
    blank: run.blank === 'clear' ? 'clear' : 'keep',
    checkpoint,
  })
  await scope.database.optimize(model.table)
}

function checkpointOf(scope: Scope, run: StoredRun): Checkpoint {
  const checkpoint: Checkpoint = {
    line: run.done_line ?? 0,
    log: { row: run.log_id, created: run.created ?? 0, updated: run.updated ?? 0 },
    save: async (trx, outcomes, line, log) => {
      await addRefusals(scope, trx, run.id, refusalsOf(outcomes))
      await advance(trx, run.id, checkpoint.line, { line, log: log.row, outcomes })
    },
  }
  return checkpoint
}

const refusalsOf = (outcomes: readonly Outcome[]) =>
  outcomes.flatMap((outcome) =>
    outcome.kind === 'refused'
      ? [{ line: outcome.record.line, cells: outcome.record.cells, faults: outcome.faults.map(faultOf) }]
      : [],
  )

interface Progress {
  readonly line: number
  readonly log: number | null
  readonly outcomes: readonly Outcome[]
}

async function advance(trx: Transaction, run: number, from: number, { line, log, outcomes }: Progress): Promise<void> {
  const count = (kind: Outcome['kind']): number => outcomes.filter((outcome) => outcome.kind === kind).length
  const plus = (column: 'created' | 'updated' | 'unchanged' | 'refused') =>
    sql<number>`${sql.ref(column)} + ${count(column)}`
  const { numUpdatedRows } = await (trx as SystemTransaction)
    .updateTable(runTable)
    .set({
      done_line: line,
      log_id: log,
      created: plus('created'),
      updated: plus('updated'),
      unchanged: plus('unchanged'),
      refused: plus('refused'),
    })
    .where('id', '=', run)
    .where('state', '=', runStates.running)
    // Guard T85: two processes that go on with one import do not both import a row.
    // Without: .where('done_line', '<=', line)
    .where('done_line', '=', from)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) === 0) throw new ImportLost()
}
