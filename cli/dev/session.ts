/**
 * One round of `dev`: from the files as they are to what pages and server show. What is wrong is reported, and the
 * state before it stays: nothing is written, built or replaced that would not work.
 */
import { createMemory } from '../../generator/memory.ts'
import { stage, type Staged } from '../../generator/pipeline.ts'
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
  | { readonly is: 'done'; readonly files: number; readonly started: Started | null }
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
   * Writes what follows from the schemas. Pages that need neither the database nor the server for it have it before
   * the descriptions of all tables are written.
   */
  const writeGenerated = async (staged: Staged): Promise<Finding | readonly string[]> => {
    const modules = good?.shape === shape ? await staged.writeModules() : null
    if (modules && modules.kept.length + modules.blocked.length === 0) {
      pages.refresh(modules.written.map((file) => join(root, file)))
      // The pages are served by this process: it would answer them only after what follows.
      if (modules.written.length > 0) await pages.settled()
    }
    const { written, removed, kept, blocked } = await staged.write({})
    const inTheWay = [...kept, ...blocked]
    return inTheWay.length > 0 ? editedFiles(inTheWay) : [...(modules?.written ?? []), ...written, ...removed]
  }

  const buildAll = async (): Promise<{ readonly validators: readonly string[]; readonly isNew: boolean }> => {
    const startedAt = Date.now()
    await buildValidators(root, layout)
    await buildReader(root, layout)
    const folder = join(root, '.build/validators/web')
    return {
      validators: filesBelow(folder).filter((path) => statSync(path).mtimeMs >= startedAt),
      isNew: await buildDevServer(root, layout),
    }
  }
  return { update }

  async function update(changed: Changed): Promise<Outcome> {
    let files: readonly string[] = []
    if (changed.schemas) {
      const staged = await stage(root, layout.shipped, memory)
      if (staged.schemas === null) return refused({ is: 'problems', problems: staged.problems })
      const models = staged.schemas.modules.flatMap((module) => module.entities.map((entity) => entity.model))
      shape = shapeOf(models)
      const open = await openSteps(models)
      if (open) return refused(open, true)
      const result = await writeGenerated(staged)
      if (!Array.isArray(result)) return refused(result as Finding)
      files = result as readonly string[]
      sources = staged.sources
    }
    unseen = [...unseen, ...files]
    const problems = sources === null ? [] : findCodeProblems(root, sources)
    if (problems.length > 0) return refused({ is: 'problems', problems })
    return follow(files.length, changed)
  }

  /** Builds what is stale and lets it take over. */
  async function follow(files: number, changed: Changed): Promise<Outcome> {
    const isShown = good?.shape === shape
    let built: Awaited<ReturnType<typeof buildAll>>
    try {
      built = await buildAll()
    } catch (error) {
      return refused(failedBuild(error))
    }
    let started: Started | null = null
    if (built.isNew || good === null || (await backend.address()) === null) {
      try {
        started = await backend.replace(isShown && !changed.code)
      } catch (error) {
        return refused(refusedStart(error))
      }
    }
    // The functions of the first build answer what a plan would do; they do not change while schemas do.
    const server = good?.server ?? loadDevServer(root)
    good = { shape, server }
    if (!isShown || unseen.length > files) pages.refresh(unseen.map((file) => join(root, file)))
    pages.refresh(built.validators)
    unseen = []
    return { is: 'done', files, started }
  }
}

const shapeOf = (models: readonly TableModel[]): string =>
  JSON.stringify(models, (_key, value: unknown) => (isText(value) ? undefined : value))

const isText = (value: unknown): value is Text =>
  typeof value === 'object' && value !== null && 'zh-cn' in value && 'en' in value
