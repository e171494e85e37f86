/** The store: what the rest of the server may use of it. */
export { likePattern, type Adapter, type ListedColumn, type RowLock, type StoreProblem } from './adapter.ts'
export { appendMany, findMany, updateMany } from './bulk-rows.ts'
export type {
  AdoptedFile,
  Database,
  ExportRequest,
  OpenOptions,
  PageAnswer,
  PageRequest,
  Urgency,
  Walk,
  Weight,
} from './database.ts'
export { AnswerCache, type Answer } from './answer-cache.ts'
export { CommitCache } from './commit-cache.ts'
export { reusedSql } from './caching-compiler.ts'
export { AccountQueue } from './limits/account-queue.ts'
export type { ReadLimits } from './limits/read-limits.ts'
export { copiesOf, openDatabase, planAt, requireDatabase, withDatabaseErrors } from './open.ts'
export { lockFile } from './sqlite/file/lock.ts'
export { DatabaseError } from './database-error.ts'
export { retryTransaction, StoreError } from './store-error.ts'
export { removeFreeRows, removeRows } from './remove-rows.ts'
export { rowId, type Reading, type Row, type Statement, type Tables, type Transaction } from './tables.ts'
export { applyPlan, prepareDatabase, requireTables, type Applied, type ApplyOptions } from './plan/apply.ts'
export { buildSearch, startSearchBuild, type SearchProgress } from './plan/build-search.ts'
export { startModelCheck } from './model-version.ts'
export { planDatabase } from './plan/plan.ts'
export {
  changedNote,
  changedSteps,
  hashOfText,
  pendingSteps,
  planStepOf,
  readDataSteps,
  runDataStep,
  withDataSteps,
  type DataStep,
} from './data-steps.ts'
export { runText } from './run-text.ts'
export {
  hintTopic,
  maxTopicName,
  publishTopic,
  recheckTopic,
  topicTable,
  wakeTopic,
  type TopicChange,
} from './topics.ts'
export { countFormerValues, dropFormerValues, keepFormerValues, restoreFormerValues } from './plan/keep-values.ts'
export { planSql } from './plan/print.ts'
export type { Plan, Step } from './plan/step.ts'
export { indexPlans, isNullable } from './plan/model-tables.ts'
export { comparedColumn, storedValue, targetTable, unitOf } from './column-storage.ts'
export { searchPlanOf, type SearchPlan } from './search.ts'
