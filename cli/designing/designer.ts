/** The work of the designer, in a process of its own: schemas, generator, and plans for the database. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { LRUCache } from 'lru-cache'
import type { Documents } from '../../generator/edit/document-editor.ts'
import { readOperation, type Operation } from '../../generator/edit/operation.ts'
import { createMemory } from '../../generator/memory.ts'
import { findingsOf, stage, type Staged } from '../../generator/pipeline.ts'
import { isObject, member, objectOf, type Json } from '../../generator/source/json.ts'
import type { Database, Plan, Step } from '../../runtime/server/db/index.ts'
import { formerValuesOf, type FormerValues } from '../../runtime/server/db/former-values.ts'
import type { DesignerAnswer, DesignerMethod } from '../../runtime/server/ops/designer/designer.ts'
import { interpolate } from '../../runtime/i18n/i18n.ts'
import type { TableModel } from '../../runtime/protocol/index.ts'
import { changedPaths, readSchemaFiles } from '../adding/schema-files.ts'
import { fieldKinds } from '../adding/schemas.ts'
import { findCodeProblems } from '../code/problems.ts'
import { registerModule } from '../code/register-module.ts'
import { isAgreeable, needsDecision } from '../commands/plan.ts'
import { layoutOf } from '../layout.ts'
import type { Context } from '../program.ts'
import { serverPaths, type Server } from '../serving/server.ts'
import type { DatabaseSettings } from '../settings.ts'
import { createDesignStore, hasBegun, type Design, type Journal } from './design-store.ts'
import type { Follower } from './follow.ts'
import { wordsOf } from './operation-words.ts'
import { hashOf, replay, type DoneOperation } from './rebase.ts'
import { answerOfError, DesignRefusal } from './refusal.ts'
import { rewrittenColumns } from './rewritten-columns.ts'
import { startDocument, type Start } from './start-document.ts'
import { openTables, otherTables } from './other-tables.ts'
import { nameProblem, suggestNames, vocabularyOf } from './suggest-names.ts'
import { diffsOf, patchText } from './text-diff.ts'
import { finalOf, finalTexts, undone } from './undo.ts'

/** Operations of one request; more are no work of a person. */
const maxOperations = 500
/** Steps and texts that a preview lists. */
const maxListed = 200

interface Change {
  readonly before: Documents
  readonly after: Documents
  readonly done: readonly DoneOperation[]
}

/** The parts of the server that make and apply plans. */
export type PlanServer = Pick<
  Server,
  | 'planAt'
  | 'openDatabase'
  | 'applyPlan'
  | 'withDatabaseErrors'
  | 'countFormerValues'
  | 'keepFormerValues'
  | 'restoreFormerValues'
>

export interface DesignerParts {
  /** The server that makes and applies plans. */
  readonly load: () => Promise<PlanServer>
  /** Brings build and database to the files; absent under `dev`, which follows them by itself. */
  readonly follow?: Follower
}

export function createDesigner(
  context: Pick<Context, 'root' | 'packageFolder' | 'language'>,
  settings: DatabaseSettings,
  { load, follow }: DesignerParts,
): (method: DesignerMethod, input: unknown) => Promise<DesignerAnswer> {
  const { root } = context
  const { shipped } = layoutOf(context)
  const memory = createMemory()
  const store = createDesignStore(root, settings.dataFolder)
  let recovering: Promise<void> | null = null
  let loading: Promise<PlanServer> | null = null
  const server = (): Promise<PlanServer> => (loading ??= load())

  /** The same documents come again: opening a table after the list of all, applying what was previewed. */
  const stagedByHash = new LRUCache<string, Promise<Staged>>({ max: 2 })
  const stageOf = (documents: Documents): Promise<Staged> => {
    const hash = hashOf(JSON.stringify([...documents]))
    const staged = stagedByHash.get(hash) ?? stage(root, shipped, memory, documents)
    stagedByHash.set(hash, staged)
    staged.catch(() => stagedByHash.delete(hash))
    return staged
  }

  function changeOf(input: unknown): Change {
    const before = readSchemaFiles(root)
    const undo = member(input, 'undo')
    if (typeof undo === 'string') return { before, ...undone(before, requireDesign(undo)) }
    const operations = operationsOf(input)
    const { documents: after, done } = replay(before, basesOf(input), operations)
    return { before, after, done }
  }

  function requireDesign(id: string): Design {
    const design = store.read(id)
    if (!design) throw new DesignRefusal('not_found', { 'zh-cn': '没有这次设计。', en: 'There is no such design.' })
    const final = finalOf(design)
    if (final !== null) throw new DesignRefusal('bad_state', finalTexts[final])
    return design
  }

  async function planOf(staged: Staged): Promise<Plan> {
    const { planAt, withDatabaseErrors } = await server()
    const options = { ...serverPaths(root), adoptedFile: settings.adoptedFile }
    return withDatabaseErrors(settings.databaseUrl, () => planAt(settings.databaseUrl, modelsOf(staged), options))
  }

  /** The database with the tables that the schemas are about to have. */
  async function onDatabase<Result>(
    staged: Staged,
    work: (database: Database, own: PlanServer) => Promise<Result>,
  ): Promise<Result> {
    const own = await server()
    const options = { ...serverPaths(root), models: modelsOf(staged), adoptedFile: settings.adoptedFile }
    return own.withDatabaseErrors(settings.databaseUrl, async () => {
      const database = await own.openDatabase(settings.databaseUrl, options)
      try {
        return await work(database, own)
      } finally {
        await database.close()
      }
    })
  }

  /** Values that taking a change back restores, with how many records get theirs. */
  async function restorable(input: unknown, staged: Staged): Promise<readonly Restorable[]> {
    const undo = member(input, 'undo')
    const former = typeof undo === 'string' ? (store.read(undo)?.former ?? []) : []
    if (former.length === 0) return []
    const restores = await onDatabase(staged, (database, { countFormerValues }) => countFormerValues(database, former))
    if (restores.length < former.length) throw new DesignRefusal('bad_state', finalTexts.expired)
    return restores
  }

  async function overview(): Promise<unknown> {
    const documents = readSchemaFiles(root)
    const staged = await stageOf(documents)
    const entities = entitiesOf(staged)
    const referring = (id: string): readonly string[] =>
      entities.flatMap(({ model }) => (model.fields.some(({ relation }) => relation?.to === id) ? [model.id] : []))
    return {
      problems: problemsOf(staged),
      modules: (staged.schemas?.modules ?? [])
        .filter(({ name }) => documents.has(`${name}/module.json`))
        .map(({ name, label }) => ({ name, label })),
      entities: entities
        .filter(({ source }) => documents.has(source))
        .map(({ model, source }) => ({
          id: model.id,
          module: model.module,
          label: model.label,
          page: model.page,
          fields: model.fields.map(({ name, label }) => ({ name, label })),
          usedBy: referring(model.id),
          changed: Math.floor(statSync(join(root, 'schemas', source)).mtimeMs / 1000),
        })),
      kinds: Object.keys(fieldKinds),
    }
  }

  /** An entity as its author wrote it, and as it works. */
  async function entity(input: unknown): Promise<unknown> {
    const id = String(member(input, 'id'))
    const documents = readSchemaFiles(root)
    const text = documents.get(`${id}.json`)
    if (text === undefined)
      throw new DesignRefusal('not_found', { 'zh-cn': '没有这个实体。', en: 'There is no such entity.' })
    const staged = await stageOf(documents)
    const ownEntity = entitiesOf(staged).find(({ model }) => model.id === id)
    return {
      id,
      base: text,
      hash: hashOf(text),
      document: parse(text) as unknown,
      model: ownEntity?.model ?? null,
      form: ownEntity?.form ?? null,
    }
  }

  async function preview(input: unknown): Promise<unknown> {
    const change = changeOf(input)
    const staged = await stageOf(change.after)
    const problems = problemsOf(staged, change)
    const ids = new Set(change.done.flatMap(({ operation }) => ('entity' in operation ? [operation.entity] : [])))
    const focused = member(input, 'entity')
    const entities = entitiesOf(staged).filter(({ model }) => ids.has(model.id) || model.id === focused)
    const diffs = diffsOf(change.before, change.after)
    const withPlan = member(input, 'plan') === true && problems.length === 0
    const plan = withPlan ? await planOf(staged) : null
    const restores = withPlan ? await restorable(input, staged) : []
    return {
      problems,
      entities: entities.map(({ model, form }) => ({ id: model.id, model, form })),
      documents: [...ids, ...(typeof focused === 'string' ? [focused] : [])].flatMap((id) => {
        const text = change.after.get(`${id}.json`)
        return text === undefined ? [] : [{ id, document: parse(text) as unknown }]
      }),
      words: wordsOfChange(change),
      diffs: diffs.slice(0, maxListed),
      plan: plan && {
        ...plan,
        steps: [...plan.steps.slice(0, maxListed).map(stepOf), ...restores.map(restoringStep)],
        keeps: keepingOf(plan, modelsOf(staged)),
      },
      hash: plan && hashOfChange(change, plan, restores),
    }
  }

  async function apply(input: unknown): Promise<unknown> {
    const change = changeOf(input)
    const staged = await stageOf(change.after)
    const problems = problemsOf(staged, change)
    if (problems.length > 0)
      throw new DesignRefusal(
        'invalid',
        { 'zh-cn': '表结构有问题，未作任何更改。', en: 'The schemas have problems. Nothing was changed.' },
        { problems },
      )
    const plan = await planOf(staged)
    // Guard T23: only what was previewed is applied: the same files, and the same steps on the same records.
    const restores = await restorable(input, staged)
    if (hashOfChange(change, plan, restores) !== member(input, 'hash')) throw new DesignRefusal('conflict', staleText)
    const [open, ...others] = plan.steps.filter((step) => needsDecision(step) && !isAgreeable(step))
    if (open) throw new DesignRefusal('bad_state', open.reason, { steps: [open, ...others].map(stepOf) })
    const journal = journalOf(input, change, rewrittenColumns(plan, modelsOf(staged)), restores)
    const paths = store.begin(journal)
    let isApplied = false
    try {
      const added = change.done.flatMap(({ operation }) => (operation.op === 'addModule' ? [operation.module] : []))
      // The files of a module are there before the line that imports them: Vite looks once.
      if (added.length > 0) await staged.write({})
      for (const module of added) registerModule(root, module)
      await follow?.build()
      if (follow) store.note({ ...journal, isBuilding: false })
      const { former } = journal.design
      if (former.length > 0)
        await onDatabase(staged, (database, { keepFormerValues }) => keepFormerValues(database, former))
      await (follow ? follow.apply(plan.hash) : applyToDatabase(staged, plan))
      isApplied = true
      await restore(journal, staged)
    } catch (error) {
      // The database has followed: what is missing is done before the next request.
      recovering = null
      if (isApplied) throw error
      store.takeBack(journal)
      // The build is that of the files again.
      await follow?.build().catch(() => undefined)
      throw error
    }
    const { id, words } = store.finish(journal)
    return { id, paths, words: words.map(({ en }) => en), steps: plan.steps.map(stepOf) }
  }

  function journalOf(
    input: unknown,
    { before, after, done }: Change,
    rewritten: ReturnType<typeof rewrittenColumns>,
    restores: readonly FormerValues[],
  ): Journal {
    const undo = member(input, 'undo')
    const now = Date.now()
    const code = done.some(({ operation }) => operation.op === 'addModule') ? mainFiles : []
    return {
      pid: process.pid,
      before: [...before],
      after: [...after],
      code: code.flatMap((path) => {
        const file = join(root, path)
        return existsSync(file) ? [[path, readFileSync(file, 'utf8')] as const] : []
      }),
      design: {
        by: String(member(input, 'by')).slice(0, 100),
        time: Math.floor(now / 1000),
        words: wordsOfChange({ before, after, done }),
        done,
        isFinal: rewritten === null ? 'destructive' : null,
        former: formerValuesOf(rewritten ?? [], now),
      },
      restores: restores.map(({ table, column, copy }) => ({ table, column, copy })),
      undo: typeof undo === 'string' ? undo : null,
      isBuilding: follow !== undefined,
    }
  }

  /** A change that a killed process left is completed where files and database have it already, else taken back. */
  async function recover(): Promise<void> {
    const journal = store.interrupted()
    if (!journal) return
    const staged = await stageOf(readSchemaFiles(root))
    if (!hasBegun(root, journal) || isOpen(await planOf(staged))) return store.takeBack(journal)
    await restore(journal, staged)
    store.finish(journal)
  }

  /** The second part of taking a change back: the columns are what they were, their values not yet. */
  async function restore({ restores }: Journal, staged: Staged): Promise<void> {
    if (restores.length > 0)
      await onDatabase(staged, (database, { restoreFormerValues }) => restoreFormerValues(database, restores))
  }

  async function applyToDatabase(staged: Staged, plan: Plan): Promise<void> {
    if (plan.steps.length === 0) return
    const models = modelsOf(staged)
    await onDatabase(staged, async (database, { applyPlan }) => {
      try {
        await applyPlan(database, models, { plan: plan.hash, backup: true, language: context.language })
      } catch (error) {
        // The server of `dev` follows the files by itself, and may have been first.
        if (!isOtherPlan(error) || isOpen(await planOf(staged))) throw error
      }
    })
  }

  const methods: Readonly<Record<DesignerMethod, (input: unknown) => Promise<unknown>>> = {
    overview,
    entity,
    preview,
    apply,
    start: async (input) => {
      const documents = readSchemaFiles(root)
      const start = input as Start
      const [module = '', name = ''] = String(start.entity).split('/')
      const ownNames = [...documents.keys()].flatMap((path) =>
        path.startsWith(`${module}/`) ? [path.slice(module.length + 1, -'.json'.length)] : [],
      )
      const label = labelOf(member(input, 'label'))
      if (start.from === undefined) {
        const fields = member(input, 'fields')
        const names = Array.isArray(fields) ? fields.map(String) : ownNames
        return {
          names: suggestNames(label, names, vocabularyOf(documents)),
          problem: name === '' ? null : nameProblem(name, names),
        }
      }
      const singular = labelOf(member(input, 'singular') ?? member(input, 'label'))
      return { document: await startDocument({ ...start, label, singular }, documents, settings.databaseUrl) }
    },
    tables: async () => {
      const ownTables = new Set(modelsOf(await stageOf(readSchemaFiles(root))).map(({ table }) => table))
      const database = await openTables(settings.databaseUrl)
      try {
        return { list: otherTables(database, ownTables).map(({ name }) => name) }
      } finally {
        await database.close()
      }
    },
    patch: async (input) => {
      const { before, after } = changeOf(input)
      return { patch: patchText(diffsOf(before, after)) }
    },
    history: async () => ({
      list: store.list().map((design) => {
        const { id, by, time, words, undoes = null } = design
        return { id, by, time, words, isFinal: finalOf(design), undoes }
      }),
    }),
  }
  return async (method, input) => {
    try {
      await (recovering ??= recover().catch((error: unknown) => {
        recovering = null
        throw error
      }))
      return { ok: true, data: await methods[method](input) }
    } catch (error) {
      return answerOfError(error)
    }
  }

  function problemsOf(staged: Staged, change?: Change) {
    const { problems, sources } = staged
    const all = problems.length > 0 ? problems : findingsOf(sources, findCodeProblems(root, sources)).problems
    // The lines that load a new module are written with its documents.
    const added = (change?.done ?? []).flatMap(({ operation }) =>
      operation.op === 'addModule' ? [`module "${operation.module}"`] : [],
    )
    return all
      .filter(({ code, message }) => code !== 'TW2101' || !added.some((name) => message.en.includes(name)))
      .slice(0, maxListed)
      .map(({ code, file, pointer, line, message, hint }) => ({ code, file, pointer, line, message, hint }))
  }
}

/** Code that a new module is added to. */
const mainFiles = ['runtime/main.server.ts', 'runtime/main.web.tsx', 'package.json']

const entitiesOf = (staged: Staged) => staged.schemas?.modules.flatMap(({ entities }) => entities) ?? []
const modelsOf = (staged: Staged): readonly TableModel[] => entitiesOf(staged).map(({ model }) => model)

const staleText = {
  'zh-cn': '预览之后文件或数据库已有变化，请重新预览。未作任何更改。',
  en: 'The files or the database have changed since the preview. Preview again. Nothing was changed.',
} as const

/** The same for a preview and an application of it only while files and database are as they were. */
const hashOfChange = ({ before, after }: Change, plan: Plan, restores: readonly Restorable[]): string =>
  createHash('sha256')
    .update(JSON.stringify([changedTexts(before, after), plan.hash, restores]))
    .digest('hex')

const wordsOfChange = ({ before, after, done }: Change) =>
  done.map(({ operation }) => wordsOf(operation, [before, after]))

type Restorable = FormerValues & { readonly rows: number }

/** `kept`: former values are kept, so that it can be taken back. `lost`: it cannot. `plain`: nothing is rewritten. */
function keepingOf(plan: Plan, models: readonly TableModel[]): 'kept' | 'lost' | 'plain' {
  const columns = rewrittenColumns(plan, models)
  if (columns === null) return 'lost'
  return columns.length > 0 ? 'kept' : 'plain'
}

const changedTexts = (before: Documents, after: Documents): readonly unknown[] =>
  changedPaths(before, after).map((path) => {
    const name = path.slice('schemas/'.length)
    return [path, before.get(name) ?? null, after.get(name) ?? null]
  })

/** Whether the database has not followed yet; what a plan keeps, and indexes, come later. */
const isOpen = ({ steps }: Plan): boolean => steps.some(({ blocking }) => blocking)

const stepOf = (step: Step) => ({
  kind: step.kind,
  class: step.class,
  table: step.table,
  column: step.column,
  reason: step.reason,
  rows: step.rows ?? null,
  sql: [...step.sql, ...(step.after ?? [])],
  isOpen: needsDecision(step),
  canAgree: isAgreeable(step),
})

const restoringStep = ({ table, column, rows }: Restorable) => ({
  kind: 'restore-values',
  class: 'safe',
  table,
  column,
  reason: interpolate(restoringText, { table, column }),
  rows,
  sql: [],
  isOpen: false,
  canAgree: false,
})

const restoringText = {
  'zh-cn': '{{table}}.{{column}} 恢复为更改之前的值；之后编辑过的记录保持现值。',
  en: '{{table}}.{{column}} gets its values from before the change; records that were edited since keep theirs.',
} as const

function operationsOf(input: unknown): readonly Operation[] {
  const list = member(input, 'operations')
  if (!Array.isArray(list) || list.length === 0 || list.length > maxOperations)
    throw new DesignRefusal('invalid', {
      'zh-cn': '没有要做的更改，或太多。',
      en: 'There are no changes, or too many.',
    })
  return list.map(readOperation)
}

/** Texts that the operations were made on, by path. */
function basesOf(input: unknown): Documents {
  const bases = objectOf(member(input, 'bases'))
  return new Map(
    Object.entries(bases).flatMap(([path, text]) => (typeof text === 'string' ? [[path, text] as const] : [])),
  )
}

const isOtherPlan = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'other_plan'

const labelOf = (value: Json | undefined) => {
  const text = (language: string): string => String(member(value, language) ?? '').slice(0, 100)
  const [zh, en] = [text('zh-cn'), text('en')]
  return { 'zh-cn': zh || en, en: en || zh }
}

export const isRequest = (
  value: unknown,
): value is { readonly id: number; readonly method: DesignerMethod; readonly input: unknown } =>
  isObject(value) && typeof value['id'] === 'number' && typeof value['method'] === 'string'
