/** The work of the designer, in a process of its own: schemas, generator, and plans for the database. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'jsonc-parser'
import { LRUCache } from 'lru-cache'
import { applyOperation } from '../../generator/edit/apply-operations.ts'
import { changeDocuments, type Documents } from '../../generator/edit/document-editor.ts'
import { OperationError, readOperation, type Operation } from '../../generator/edit/operation.ts'
import { createMemory } from '../../generator/memory.ts'
import { findingsOf, stage, type Staged } from '../../generator/pipeline.ts'
import { isObject, member, objectOf, type Json } from '../../generator/source/json.ts'
import type { Plan, Step } from '../../runtime/server/db/index.ts'
import type { DesignerAnswer, DesignerMethod } from '../../runtime/server/ops/designer/designer.ts'
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
import { startDocument, type Start } from './start-document.ts'
import { openTables, otherTables } from './other-tables.ts'
import { nameProblem, suggestNames, vocabularyOf } from './suggest-names.ts'
import { diffsOf, patchText } from './text-diff.ts'

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
export type PlanServer = Pick<Server, 'planAt' | 'openDatabase' | 'applyPlan' | 'withDatabaseErrors'>

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
    if (design.isFinal !== null) throw new DesignRefusal('bad_state', finalTexts[design.isFinal])
    return design
  }

  async function planOf(staged: Staged): Promise<Plan> {
    const { planAt, withDatabaseErrors } = await server()
    const options = { ...serverPaths(root), adoptedFile: settings.adoptedFile }
    return withDatabaseErrors(settings.databaseUrl, () => planAt(settings.databaseUrl, modelsOf(staged), options))
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
    return {
      problems,
      entities: entities.map(({ model, form }) => ({ id: model.id, model, form })),
      documents: [...ids, ...(typeof focused === 'string' ? [focused] : [])].flatMap((id) => {
        const text = change.after.get(`${id}.json`)
        return text === undefined ? [] : [{ id, document: parse(text) as unknown }]
      }),
      words: change.done.map(({ operation }) => wordsOf(operation)),
      diffs: diffs.slice(0, maxListed),
      plan: plan && { ...plan, steps: plan.steps.slice(0, maxListed).map(stepOf) },
      hash: plan && hashOfChange(change, plan),
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
    if (hashOfChange(change, plan) !== member(input, 'hash')) throw new DesignRefusal('conflict', staleText)
    const [open, ...others] = plan.steps.filter((step) => needsDecision(step) && !isAgreeable(step))
    if (open) throw new DesignRefusal('bad_state', open.reason, { steps: [open, ...others].map(stepOf) })
    const journal = journalOf(input, change, plan)
    const paths = store.begin(journal)
    try {
      const added = change.done.flatMap(({ operation }) => (operation.op === 'addModule' ? [operation.module] : []))
      // The files of a module are there before the line that imports them: Vite looks once.
      if (added.length > 0) await staged.write({})
      for (const module of added) registerModule(root, module)
      await follow?.build()
      if (follow) store.note({ ...journal, isBuilding: false })
      await (follow ? follow.apply(plan.hash) : applyToDatabase(staged, plan))
    } catch (error) {
      store.takeBack(journal)
      // The build is that of the files again.
      await follow?.build().catch(() => undefined)
      throw error
    }
    const { id, words } = store.finish(journal)
    return { id, paths, words: words.map(({ en }) => en), steps: plan.steps.map(stepOf) }
  }

  function journalOf(input: unknown, { before, after, done }: Change, plan: Plan): Journal {
    const undo = member(input, 'undo')
    const isDestructive = plan.steps.some((step) => step.blocking && step.class === 'destructive')
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
        time: Math.floor(Date.now() / 1000),
        words: done.map(({ operation }) => wordsOf(operation)),
        done,
        isFinal: isDestructive ? 'destructive' : null,
      },
      undo: typeof undo === 'string' ? undo : null,
      isBuilding: follow !== undefined,
    }
  }

  /** A change that a killed process left is completed where files and database have it already, else taken back. */
  async function recover(): Promise<void> {
    const journal = store.interrupted()
    if (!journal) return
    const isDone = hasBegun(root, journal) && !isOpen(await planOf(await stageOf(readSchemaFiles(root))))
    if (isDone) store.finish(journal)
    else store.takeBack(journal)
  }

  async function applyToDatabase(staged: Staged, plan: Plan): Promise<void> {
    if (plan.steps.length === 0) return
    const { openDatabase, applyPlan, withDatabaseErrors } = await server()
    const models = modelsOf(staged)
    await withDatabaseErrors(settings.databaseUrl, async () => {
      const options = { ...serverPaths(root), models, adoptedFile: settings.adoptedFile }
      const database = await openDatabase(settings.databaseUrl, options)
      try {
        await applyPlan(database, models, { plan: plan.hash, backup: true, language: context.language })
      } catch (error) {
        // The server of `dev` follows the files by itself, and may have been first.
        if (!isOtherPlan(error) || isOpen(await planOf(staged))) throw error
      } finally {
        await database.close()
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
      list: store.list().map(({ id, by, time, words, isFinal, undoes = null }) => ({
        id,
        by,
        time,
        words,
        isFinal,
        undoes,
      })),
    }),
  }
  return async (method, input) => {
    try {
      await (recovering ??= recover())
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

const finalTexts = {
  destructive: {
    'zh-cn': '这次更改删除或改写了数据，无法撤销；更改之前的数据在备份中。',
    en: 'This change removed or rewrote data, so that it cannot be undone. The data before it is in the backup.',
  },
  undone: { 'zh-cn': '这次更改已撤销。', en: 'This change has been undone.' },
} as const

/** The same for a preview and an application of it only while files and database are as they were. */
const hashOfChange = ({ before, after }: Change, plan: Plan): string =>
  createHash('sha256')
    .update(JSON.stringify([changedTexts(before, after), plan.hash]))
    .digest('hex')

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

/** A name that is stored in the database is taken back by renaming again; everything else by its inverse. */
function undone(before: Documents, design: Design): Pick<Change, 'after' | 'done'> {
  let documents = before
  const done: DoneOperation[] = []
  for (const { operation, inverse } of design.done.toReversed()) {
    // Code loads the module, so that it stays: without entities it has no pages.
    if (operation.op === 'addModule') continue
    const back = renameBack(operation)
    try {
      const result = back ? applyOperation(documents, back) : changeDocuments(documents, inverse)
      done.push({ operation: back ?? operation, inverse: result.inverse })
      documents = result.documents
    } catch (error) {
      if (error instanceof OperationError || (error instanceof Error && error.name === 'JsonEditError'))
        throw new DesignRefusal('conflict', {
          'zh-cn': '之后的更改已涉及同一处，无法撤销。',
          en: 'Later changes concern the same place, so that this one cannot be undone.',
        })
      throw error
    }
  }
  return { after: documents, done }
}

function renameBack(operation: Operation): Operation | null {
  if (operation.op === 'renameField') {
    const { entity, field, name } = operation
    return { op: 'renameField', entity, field: name, name: field }
  }
  if (operation.op === 'renameEntity') {
    const [module = '', name = ''] = operation.entity.split('/')
    return { op: 'renameEntity', entity: `${module}/${operation.name}`, name }
  }
  return null
}

export const isRequest = (
  value: unknown,
): value is { readonly id: number; readonly method: DesignerMethod; readonly input: unknown } =>
  isObject(value) && typeof value['id'] === 'number' && typeof value['method'] === 'string'
