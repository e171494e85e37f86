/**
 * Routes of imports that a person watches: `importFile` reads a file and stores its rows, `importPreview` says what
 * each of them would do, `importStart` imports them in the background, `importState` tells how far that is, and
 * `importErrors` answers the rows that were refused as a file.
 */
import { Readable } from 'node:stream'
import { isSafeText, nodeOf, type importRoutes as routeNames, type TableModel } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { OperationError } from '../core/errors/operation-error.ts'
import type { Registry } from '../core/models/registry.ts'
import { readForm, receiveBytes } from '../http/body/form.ts'
import { isNativeClient } from '../http/compat/client.ts'
import { joinNames, plainNames, refuseUnknownFormFields, type Names, type RouteNames } from '../http/known-names.ts'
import { defineRoute, type Method, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { createDraft } from '../records/import-runs/draft.ts'
import { previewRun, type PreviewInput } from '../records/import-runs/preview.ts'
import { errorFile, statesOf, startRun } from '../records/import-runs/run.ts'
import { requireRun, runStates, type StoredRun } from '../records/import-runs/store.ts'
import { oneAtATime } from '../records/one-at-a-time.ts'
import { importLimits } from '../records/import/import.ts'
import { exportName } from '../records/export.ts'
import { importForm } from './table-import.ts'

interface ImportRoute {
  readonly method: Method
  readonly form?: Route['form']
  readonly names: RouteNames
  readonly run: (scope: RequestScope, model: TableModel) => Promise<RouteAnswer>
}

const none = plainNames()

const planNames: Names = joinNames(plainNames('run', 'header_line', 'columns', 'blank'), {
  below: new Map([['edits', plainNames('line', 'column', 'text')]]),
})

const routes: Readonly<Record<(typeof routeNames)[number], ImportRoute>> = {
  importFile: {
    method: 'POST',
    form: importForm,
    names: { query: none, body: null },
    run: async (scope, model) => {
      const form = await readForm(scope.request, importForm(), receiveBytes)
      if (form?.isTooLong || (form?.file?.content.length ?? 0) > importLimits.bytes)
        throw new OperationError('invalid', {
          text: 'import.too_large',
          params: { limit: importLimits.bytes / 1024 / 1024 },
        })
      const file = form?.file
      if (!file || file.field !== 'file' || file.content.length === 0)
        throw new OperationError('invalid', { text: 'upload.incomplete' })
      if (isNativeClient(scope.request)) refuseUnknownFormFields(scope.language, form.fields, ['sheet'])
      const sheet = form.fields.get('sheet') ?? ''
      const input = { name: file.name, bytes: file.content, ...(sheet !== '' && { sheet }) }
      return { data: await oneAtATime(scope, () => createDraft(scope, model, input)) }
    },
  },
  importPreview: {
    method: 'POST',
    names: { query: none, body: planNames },
    run: async (scope, model) => {
      const run = await requireDraft(scope, model)
      const input = readPlan(scope)
      return { data: await oneAtATime(scope, () => previewRun(scope, model, run, input)) }
    },
  },
  importStart: {
    method: 'POST',
    names: { query: none, body: planNames },
    run: async (scope, model) => {
      const run = await requireDraft(scope, model)
      return { msg: t(scope.language, 'done'), data: await startRun(scope, model, run, readPlan(scope)) }
    },
  },
  importState: {
    method: 'GET',
    names: { query: plainNames('run'), body: null },
    run: async (scope, model) => ({ data: { list: await statesOf(scope, model, readRunId(scope)) } }),
  },
  importErrors: {
    method: 'GET',
    names: { query: plainNames('run'), body: null },
    run: async (scope, model) => {
      const run = await requireRun(scope, model.id, readRunId(scope) ?? 0)
      return {
        file: Readable.from(errorFile(scope, run), { objectMode: false }),
        type: 'text/csv; charset=utf-8',
        name: exportName(scope, model, 'csv'),
      }
    },
  },
}

async function requireDraft(scope: RequestScope, model: TableModel): Promise<StoredRun> {
  const run = await requireRun(scope, model.id, readId(scope.body['run']))
  if (run.state !== runStates.draft) throw new OperationError('bad_state', { text: 'import.started' })
  return run
}

const readId = (value: unknown): number => (Number.isSafeInteger(value) ? (value as number) : 0)

function readRunId({ query }: RequestScope): number | null {
  const value = query.get('run')
  return value === undefined || value === ''
    ? null
    : typeof value === 'string' && /^\d{1,15}$/.test(value)
      ? Number(value)
      : 0
}

const maxEdits = 500

/** Throws an OperationError `invalid` that names the part which is none. */
function readPlan({ body, language }: RequestScope): PreviewInput {
  const refuse = (name: string): never => {
    throw new OperationError('invalid', { errors: { [name]: t(language, 'field.format') } })
  }
  const { header_line: headerLine, columns, blank = 'keep', edits = [] } = body
  if (!isPlace(headerLine)) return refuse('header_line')
  if (typeof columns !== 'object' || columns === null || Array.isArray(columns)) return refuse('columns')
  const pairs = Object.entries(columns)
  if (pairs.length === 0 || pairs.length > 500 || !pairs.every(([, column]) => isPlace(column)))
    return refuse('columns')
  if (blank !== 'keep' && blank !== 'clear') return refuse('blank')
  if (!Array.isArray(edits) || edits.length > maxEdits || !edits.every(isEdit)) return refuse('edits')
  return { headerLine, columns: Object.fromEntries(pairs) as Record<string, number>, blank, edits }
}

const isPlace = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) < 10_000_000

function isEdit(value: unknown): value is PreviewInput['edits'][number] {
  if (typeof value !== 'object' || value === null) return false
  const { line, column, text } = value as Readonly<Record<string, unknown>>
  return (
    isPlace(line) &&
    isPlace(column) &&
    column < 1000 &&
    typeof text === 'string' &&
    text.length <= 100_000 &&
    isSafeText(text)
  )
}

/** The routes of every table that offers imports. */
export function importRoutes(registry: Registry): readonly Route[] {
  const models = registry.list.filter((model) => model.actions.includes('import'))
  return models.flatMap((model) =>
    (Object.keys(routes) as (keyof typeof routes)[]).map((action) => {
      const { method, form, names, run } = routes[action]
      return defineRoute({
        area: 'admin',
        controller: model.controller,
        action,
        method,
        login: 'admin',
        node: nodeOf(model, 'import'),
        ...(form && { form }),
        names: () => names,
        handler: (scope) => run(scope, model),
      })
    }),
  )
}
