/** Questions of an exam bank, for quizzes of other modules. */
import type { ContractCall } from './members.ts'

/** Kinds that can be marked at once. */
export type QuestionKind = 'judge' | 'single' | 'multi'

export interface QuestionSummary {
  readonly id: number
  readonly kind: QuestionKind
  /** Plain text. */
  readonly title: string
}

/** A question as it is now: what is asked stays the same when the bank changes. */
export interface QuestionSnapshot extends QuestionSummary {
  readonly version: number
  readonly options: readonly { readonly id: string; readonly text: string }[]
  /** Ids of the right options. Stays on the server while the quiz is open. */
  readonly key: readonly string[]
}

/** How members answered a question, for the statistics of the bank. */
export interface QuestionResult {
  readonly questionId: number
  readonly version: number
  /** Unique among the results of the source: a result that is sent again counts once. */
  readonly source: string
  readonly sn: number
  readonly right: number
  readonly wrong: number
}

export interface QuestionBank<Scope> {
  /** The entity whose rows it locks first. */
  readonly locks: string
  /** Questions that may be asked and whose title contains the text, newest first. */
  list(
    scope: Scope,
    query: { readonly text?: string; readonly kind?: QuestionKind; readonly limit: number },
  ): Promise<readonly QuestionSummary[]>
  /** Null when there is no such question, or it may not be asked. */
  snapshot(scope: Scope, id: number): Promise<QuestionSnapshot | null>
  /** Counts a result once; that of a question that is gone is passed over. */
  record(call: ContractCall<Scope>, result: QuestionResult): Promise<void>
}
