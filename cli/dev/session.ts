/**
 * One round of `dev`: from the files as they are to what pages and server show. What is wrong is reported, and the
 * state before it stays: nothing is written, built or replaced that would not work.
 */
import { createMemory } from '../../generator/memory.ts'
import { findingsOf, stage, type Staged } from '../../generator/pipeline.ts'
import type { Problem } from '../../generator/source/problem.ts'
import type { TableModel, Text } from '../../runtime/protocol/index.ts'
import { filesBelow } from '../launcher/publish.mjs'
import type { Sources } from '../../generator/read.ts'
import { findCodeProblems } from '../code/problems.ts'
import { buildReader } from '../build/reader.ts'
import { buildDevServer } from '../build/server.ts'
import { buildValidators } from '../build/validators.ts'
import { needsDecision } from '../commands/plan.ts'
import { layoutOf } from '../layout.ts'
import type { Context } from '../program.ts'
import { loadDevServer, serverPaths, type Server } from '../serving/server.ts'
import type { DatabaseSettings } from '../settings.ts'
import type { Backend, Started } from './backend.ts'
import type { Pages } from './pages.ts'
import { editedFiles, failedBuild, openPlan, refusedStart, type Finding } from './findings.ts'
import { join } from 'node:path'
import { statSync } from 'node:fs'

export interface Session {
  /** One round; what is wrong, or null. */
  readonly update: (changed: Changed) => Promise<Outcome>
}

/** What was edited since the last round. */
export interface Changed {
  readonly schemas: boolean
  readonly code: boolean
}

export type Outcome =
  | {
      readonly is: 'done'
      readonly files: number
      readonly started: Started | null
      readonly warnings: readonly Problem[]
    }
  | { readonly is: 'refused'; readonly finding: Finding; readonly mayEndByItself: boolean }

interface Parts {
  readonly context: Context
  readonly settings: DatabaseSettings
  readonly backend: Backend
  readonly pages: Pages
}

/** What the last round that succeeded had. */
interface Good {
  /** The models without their texts: what decides whether the database has to follow. */
  readonly shape: string
  readonly server: Server
}

/** What was made while the server started. */
interface Completed {
  readonly files: readonly string[]
  /** Files that were edited by hand, or have something in their way. */
  readonly inTheWay: readonly string[]
  /** Those of the client. */
  readonly validators: readonly string[]
}

export function createSession({ context, settings, backend, pages }: Parts): Session {
  const layout = layoutOf(context)
  const { root } = context
  const memory = createMemory()
  let good: Good | null = null
  let sources: Sources | null = null
  // Files that were written in rounds which then failed: pages do not have them yet.
  let unseen: readonly string[] = []
  let shape = ''

  const refused = (finding: Finding, mayEndByItself = false): Outcome => ({ is: 'refused', finding, mayEndByItself })

  /** The steps a person has to decide about; null = there is none. */
  const openSteps = async (models: readonly TableModel[]): Promise<Finding | null> => {
    if (good === null || good.shape === shape) return null
    const options = { ...serverPaths(root), adoptedFile: settings.adoptedFile }
    const plan = await good.server.planAt(settings.databaseUrl, models, options)
    const open = plan.steps.filter(needsDecision)
    return open.length === 0 ? null : openPlan(open, plan.hash)
  }

  /**
   * Writes what modules consist of, which the server and the pages need; what describes all tables together follows
   * while the server starts. Pages that need neither the database nor the server for it have it before. The first round
   * writes all: there is no server yet that would go on.
   */
  const writeModules = async (staged: Staged): Promise<Finding | readonly string[]> => {
    const { written, removed, kept, blocked } = await (good === null ? staged.write({}) : staged.writeModules())
    const inTheWay = [...kept, ...blocked]
    if (inTheWay.length > 0) return editedFiles(inTheWay)
    if (good?.shape === shape && written.length > 0) {
      pages.refresh(written.map((file) => join(root, file)))
      // The pages are served by this process: it would answer them only after what follows.
      await pages.settled()
    }
    return [...written, ...removed]
  }

  /** What the start of a server does not need: the rest of what is generated, and the validators. */
  const complete = async (staged: Staged | null): Promise<Completed> => {
    // The process that takes over is started first.
    await new Promise((resolve) => setImmediate(resolve))
    const result = await staged?.write({})
    const startedAt = Date.now()
    await buildValidators(root, layout)
    const folder = join(root, '.build/validators/web')
    return {
      files: result ? [...result.written, ...result.removed] : [],
      inTheWay: result ? [...result.kept, ...result.blocked] : [],
      validators: filesBelow(folder).filter((path) => statSync(path).mtimeMs >= startedAt),
    }
  }
  return { update }

  async function update(changed: Changed): Promise<Outcome> {
    let staged: Staged | null = null
    let files: readonly string[] = []
    if (changed.schemas) {
      staged = await stage(root, layout.shipped, memory)
      if (staged.schemas === null) return refused({ is: 'problems', problems: staged.problems })
      const models = staged.schemas.modules.flatMap((module) => module.entities.map((entity) => entity.model))
      shape = shapeOf(models)
      const open = await openSteps(models)
      if (open) return refused(open, true)
      const result = await writeModules(staged)
      if (!Array.isArray(result)) return refused(result as Finding)
      files = result as readonly string[]
      sources = staged.sources
    }
    unseen = [...unseen, ...files]
    const { problems, warnings } =
      sources === null ? { problems: [], warnings: [] } : findingsOf(sources, findCodeProblems(root, sources))
    if (problems.length > 0) return refused({ is: 'problems', problems })
    const outcome = await follow(staged, files.length, changed)
    return outcome.is === 'done' ? { ...outcome, warnings } : outcome
  }

  /** Builds what is stale and lets it take over. */
  async function follow(staged: Staged | null, files: number, changed: Changed): Promise<Outcome> {
    const isShown = good?.shape === shape
    let isNew: boolean
    try {
      await buildReader(root, layout)
      isNew = await buildDevServer(root, layout)
    } catch (error) {
      return refused(failedBuild(error))
    }
    const completing = complete(staged)
    const isComplete = completing.then(
      () => true,
      () => false,
    )
    let started: Started | null = null
    if (isNew || good === null || (await backend.address()) === null) {
      try {
        started = await backend.replace(isShown && !changed.code, isComplete)
      } catch (error) {
        if (await isComplete) return refused(refusedStart(error))
      }
    }
    let completed: Completed
    try {
      completed = await completing
    } catch (error) {
      return refused(failedBuild(error))
    }
    // The functions of the first build answer what a plan would do; they do not change while schemas do.
    const server = good?.server ?? (await loadDevServer(root))
    good = { shape, server }
    const all = [...unseen, ...completed.files]
    const hidden = isShown && unseen.length <= files ? [] : all.map((file) => join(root, file))
    pages.refresh([...hidden, ...completed.validators])
    unseen = []
    if (completed.inTheWay.length > 0) return refused(editedFiles(completed.inTheWay, true))
    return { is: 'done', files: files + completed.files.length, started, warnings: [] }
  }
}

const shapeOf = (models: readonly TableModel[]): string =>
  JSON.stringify(models, (_key, value: unknown) => (isText(value) ? undefined : value))

const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'zh-cn' in value && 'en' in value
