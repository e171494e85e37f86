/** One step of a plan. Serializable: the CLI prints it, `--json` outputs it unchanged. */
import type { Text } from '../../../protocol/index.ts'
import { DatabaseError } from '../database-error.ts'
import type { Preparation } from '../ddl.ts'
import { codeOf, messageOf } from '../store-error.ts'

export type StepKind =
  | 'create-table'
  | 'add-foreign-key'
  | 'add-column'
  | 'rename-table'
  | 'rename-column'
  | 'add-index'
  | 'drop-index'
  | 'add-search'
  | 'drop-search'
  | 'allow-null'
  | 'add-guard'
  | 'require-value'
  | 'change-type'
  | 'convert'
  | 'change-storage'
  | 'recompute'
  | 'backfill'
  | 'check-backfill'
  | 'protect-files'
  | 'publish-files'
  | 'remove-deleted'
  | 'change-foreign-key'
  | 'check-key'
  | 'discard'
  | 'drop-column'
  | 'drop-table'
  | 'migrate'

/**
 * `safe`: no value is lost and it cannot fail on the data. `guarded`: may fail or rewrite. `destructive`: values go.
 */
type StepClass = 'safe' | 'guarded' | 'destructive'

export interface Step {
  readonly kind: StepKind
  readonly class: StepClass
  readonly table: string
  readonly column: string | null
  /** Former name of a renamed table; absent = another kind of step. */
  readonly from?: string
  /** The server cannot use the database before this step. Leftover tables and columns do not block it. */
  readonly blocking: boolean
  /** Digest of what a data step of a module does, whose name is its table; absent = another kind of step. */
  readonly hash?: string
  /** Rows that a conversion cannot keep exactly, or that are removed; absent = none are counted. */
  readonly rows?: number
  /** What is done before the transaction, while others read and write the table; absent = nothing. */
  readonly before?: Preparation
  /** Empty for steps that have no way yet; the reason says what to do. */
  readonly sql: readonly string[]
  /** It waits for other steps of its plan only, and belongs to the next one. */
  readonly isLater?: true
  /** The statements work only while the database checks no references; it checks all when they are done. */
  readonly unchecked?: true
  /** Statements that cannot be part of a transaction and run after it; absent = none. */
  readonly after?: readonly string[]
  /** What and why; for steps that are not safe also how to fix it. */
  readonly reason: Text
}

/** All statements of a step in their order. */
export function statementsOf({ before, sql, after = [] }: Step): readonly string[] {
  return [...(before ? preparing(before) : []), ...sql, ...after]
}

const preparing = ({ first, batch, indexes, checks, analyze, catchUp }: Preparation): readonly string[] => [
  ...first,
  `/* repeated; $1 is the last id that it returned */ ${batch}`,
  ...indexes.map(({ create }) => create),
  ...checks.flatMap(({ add, validate }) => [add, validate]),
  analyze,
  catchUp,
]

/** Before the server can use the database, a person has to agree to the plan, or to change schemas or records. */
export const needsDecision = (step: Step): boolean => step.blocking && step.class !== 'safe' && !step.isLater

export interface Plan {
  readonly steps: readonly Step[]
  /** What was found and left alone, for example foreign tables. */
  readonly notes: readonly Text[]
  /** Digest of the steps; the same steps have the same digest. */
  readonly hash: string
}

/** What the database says of rows that break a constraint; any other error as it is. */
export function refusedBy(error: unknown, place: string, { reason: { 'zh-cn': zh, en } }: Step): unknown {
  if (!/^(SQLITE_CONSTRAINT|23)/.test(codeOf(error))) return error
  const reason = messageOf(error)
  return new DatabaseError('step_refused', { place, step: { 'zh-cn': zh, en }, reason }, error)
}
