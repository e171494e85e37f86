/** A project with the test shop, and its designer with the calls that tests make. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject } from 'vitest'
import { createDesigner, type DesignerParts, type PlanServer } from '../../cli/designing/designer.ts'
import type { Operation } from '../../generator/edit/operation.ts'
import { composeServer } from '../../runtime/server/compose.ts'
import { applyPlan, type Transaction } from '../../runtime/server/db/index.ts'
import type { DesignerMethod } from '../../runtime/server/ops/designer/designer.ts'
import { openAt, type Place } from '../support/databases.ts'

const project = join(import.meta.dirname, '../..')

interface Step {
  readonly kind: string
  readonly class: string
  readonly table: string
  readonly rows: number | null
  readonly isOpen: boolean
  readonly canAgree: boolean
}
export interface Preview {
  readonly problems: readonly { readonly file: string; readonly pointer: string }[]
  readonly plan: { readonly steps: readonly Step[]; readonly keeps: 'kept' | 'lost' | 'plain' } | null
  readonly hash: string | null
  readonly diffs: readonly { readonly path: string; readonly patch: string }[]
}

const program = composeServer({ modules: [], describeTables: async () => ({}) })
/** Without the tables of the framework, which each plan would compare. */
export const planServer: PlanServer = {
  ...program,
  applyPlan: (database, models, options) => applyPlan(database, models, options),
  planAt: (url, models, options) => program.planAt(url, models, { ...options, readerScript: inject('reader') }),
  openDatabase: (url, options) => program.openDatabase(url, { ...options, readerScript: inject('reader') }),
}

export interface PastDesign {
  readonly id: string
  readonly isFinal: 'destructive' | 'undone' | 'expired' | null
  readonly undoes: string | null
}

export interface DesignProject {
  readonly root: string
  readonly dataFolder: string
  /** A process of the designer. */
  readonly designer: (parts?: Partial<DesignerParts>) => ReturnType<typeof createDesigner>
  /** Asks the designer; throws what it refuses. */
  readonly data: <Data>(method: DesignerMethod, input: unknown) => Promise<Data>
  readonly ask: ReturnType<typeof createDesigner>
  readonly preview: (...operations: readonly Operation[]) => Promise<Preview>
  /** Previews and applies. */
  readonly apply: (...operations: readonly Operation[]) => Promise<Preview>
  /** Takes the last change back that is not taken back. */
  readonly undo: () => Promise<void>
  /** Takes the last undo back. */
  readonly redo: () => Promise<void>
  readonly onRows: <Result>(work: (trx: Transaction) => Promise<Result>) => Promise<Result>
  readonly file: (path: string) => string
  readonly remove: () => void
}

/** The tables of the shop are there only once something was applied. */
export function openProject(place: Place): DesignProject {
  const root = mkdtempSync(join(tmpdir(), 'tablewright-design-'))
  cpSync(join(project, 'schemas/dialect'), join(root, 'schemas/dialect'), { recursive: true })
  cpSync(join(project, 'tests/support/schemas/shop'), join(root, 'schemas/shop'), { recursive: true })
  mkdirSync(join(root, 'runtime'))
  writeFileSync(
    join(root, 'runtime/main.server.ts'),
    `import { shop } from '#generated/shop/index.ts'

export const server = composeServer({ modules: [{ manifest: shop, server: null }] })
`,
  )
  writeFileSync(
    join(root, 'runtime/main.web.tsx'),
    `startWeb({
  modules: {
    shop: { manifest: () => import('#generated/shop/index.ts').then((file) => file.shop) },
  },
})
`,
  )
  const context = { root, packageFolder: project, language: 'en' as const }
  const dataFolder = join(root, 'data')
  const settings = { dataFolder, databaseUrl: place.url, adoptedFile: (_name: string, path: string) => path }
  const designer = (parts: Partial<DesignerParts> = {}) =>
    createDesigner(context, settings, { load: async () => planServer, ...parts })
  const ask = designer()
  const data = async <Data>(method: DesignerMethod, input: unknown): Promise<Data> => {
    const answer = await ask(method, input)
    if (!answer.ok) throw new Error(`${answer.reason}: ${answer.message.en} ${JSON.stringify(answer.data ?? '')}`)
    return answer.data as Data
  }
  const preview = (...operations: readonly Operation[]): Promise<Preview> => data('preview', { operations, plan: true })
  /** The newest entry of the history that can be taken back. */
  const takeBack = async (isUndo: boolean): Promise<void> => {
    const { list } = await data<{ list: readonly PastDesign[] }>('history', {})
    const entry = list.find(({ isFinal, undoes }) => isFinal === null && (undoes !== null) === isUndo)
    const change = { undo: entry!.id }
    const { hash } = await data<Preview>('preview', { ...change, plan: true })
    await data('apply', { ...change, hash, by: 'ann' })
  }
  return {
    root,
    dataFolder,
    designer,
    ask,
    data,
    preview,
    async apply(...operations) {
      const result = await preview(...operations)
      expect(result.problems).toEqual([])
      await data('apply', { operations, hash: result.hash, by: 'ann' })
      return result
    },
    undo: () => takeBack(false),
    redo: () => takeBack(true),
    async onRows(work) {
      const database = await openAt(place)
      try {
        return await database.write(work)
      } finally {
        await database.close()
      }
    },
    file: (path) => readFileSync(join(root, 'schemas', path), 'utf8'),
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}
