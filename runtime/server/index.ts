/** What modules may use of the server. */
export type {
  ChoiceSetting,
  ModuleSetting,
  NumberSetting,
  SecretSetting,
  SwitchSetting,
  TextSetting,
} from './settings/module-settings.ts'
export { readSecret } from './settings/read-secret.ts'
export type { Settings } from './settings/settings.ts'
export { readAnswer, readBytes, shortened } from './files/cloud/read-answer.ts'
export { canonicalRequest, signTc3, type AccessKey, type SignedRequest } from './files/cloud/tc3.ts'
export { makeFolder } from './core/make-folder.ts'
export { isRemovable } from './operation/limits/retention.ts'
export type {
  ContractCall,
  ErasureConsequences,
  Lessons,
  MemberCard,
  MemberErasure,
  MemberNotices,
  PayProject,
  Payments,
  QuestionBank,
  StockHolder,
  StockHolds,
  Wallet,
} from './operation/contracts.ts'
export type { MemberCardLine, MemberDataTable } from './operation/contracts/members.ts'
export type { Lesson } from './operation/contracts/lessons.ts'
export type { NewMemberNotice } from './operation/contracts/member-notices.ts'
export type {
  NewPayment,
  OwnPayment,
  PaidObject,
  PaymentView,
  PayLog,
  PayRefund,
  Refund,
} from './operation/contracts/payments.ts'
export type {
  QuestionKind,
  QuestionResult,
  QuestionSnapshot,
  QuestionSummary,
} from './operation/contracts/question-bank.ts'
export type { HoldEvent, HoldLine, HoldRef } from './operation/contracts/stock-holds.ts'
export type { WalletChange, WalletSource } from './operation/contracts/wallet.ts'
export type { WordCheck, WordFilter, WordLevel, WordMatch } from './operation/contracts/word-filter.ts'
export { readMemberCards } from './operation/member-cards.ts'
export type { Mailer, MessageAttachment, MessageDeclaration, OutgoingMessage, SmsSender } from './operation/messages.ts'
export type { TextParams } from '../i18n/fill-template.ts'
export { describeFieldProblem } from '../i18n/field-problems.ts'
export { createTexts, interpolate, type ModuleTexts } from '../i18n/i18n.ts'
export { createJobDefinition, type AnyJob, type Job, type JobCall } from './operation/jobs/declaration.ts'
export { enqueueJob } from './operation/jobs/queue.ts'
export {
  deliverOnce,
  giveUpDelivery,
  DeliveryRefused,
  deliveryRetry,
  deliveryStates,
} from './operation/jobs/delivery.ts'
export { addMessage, hideFormerCodes, removeSealedContent, type LoggedContent } from './operation/jobs/message-log.ts'
export { removeOldMessages, type MessageLog } from './operation/jobs/old-messages.ts'
export { storeInOutbox } from './operation/jobs/outbox.ts'
export { escapeHtml } from './core/html/escape.ts'
export { hiddenContent, hideCodes, openContent, sealContent } from './operation/jobs/sealed-content.ts'
export { storeTemplates } from './operation/message-templates.ts'
export { readOwnVariables, valuesFor } from './operation/own-variables.ts'
export {
  codeMark,
  codesOf,
  describeVariables,
  fillMessage,
  hasCodeInAddress,
  markCodes,
  samplesOf,
  unknownVariables,
  variablesIn,
} from './operation/message-text.ts'
export type { InputOf, InputSchema, ObjectSchema } from '../protocol/index.ts'
export type { DemoRole, MenuPage } from './identity/permissions/derived-rules.ts'
export { isInFuture, latestPast, nowMilliseconds, nowSeconds } from './core/clock.ts'
export { OperationError } from './core/errors/operation-error.ts'
export {
  createRouteDefinition,
  type DefineRoute,
  type Listener,
  type ModuleRoute,
  type ReadCall,
  RouteFile,
  type ReadRoute,
  type RouteVisitor,
  type Upload,
  type UploadCall,
  type UploadLimits,
  type Webhook,
  type WebhookCall,
  type WebhookReply,
  type WriteCall,
  type WriteRoute,
} from './routes/module-routes/declaration.ts'
export { RouteReply } from './http/route-reply.ts'
export { changeSettings } from './routes/settings/save-settings.ts'
export type { PageAnswer, PageCall, PageDocument, PageVisit, PublicPage } from './routes/public-pages/declaration.ts'
export { markup, richText, type Markup, type MarkupValue } from './core/html/template.ts'
export { pictureOrigins } from './settings/picture-origins.ts'
export type { Reading, Row, Transaction } from './db/tables.ts'
export { AnswerCache, type Answer, type AnswerKey } from './db/answer-cache.ts'
export { likePattern } from './db/adapter.ts'
export { insertMany, updateMany } from './db/bulk-rows.ts'
export { insertMissing } from './db/insert-missing.ts'
export { removeFreeRows, removeRows } from './db/remove-rows.ts'
export { storedValue, targetTable, unitOf } from './db/column-storage.ts'
export { amountOf, toStorable } from './records/ledger/amount.ts'
export {
  post,
  postDocument,
  reverse,
  reverseDocument,
  type Entry,
  type LedgerCall,
  type Posted,
  type Posting,
  type PostingCall,
  type PostingDocument,
} from './records/ledger/index.ts'
export { findSimilarName, lockAccountNames, type NameColumn } from './operation/access/account-names.ts'
export { similarNamesCheck } from './ops/doctor/similar-names.ts'
export { createSqlCheck, type Check, type Finding, type Findings, type SqlCheck } from './ops/doctor/check.ts'
export { rebuildTitle, type Derivation, type Derived, type DerivedChange } from './ops/doctor/derivation.ts'
export { publishTopic, hintTopic, recheckTopic, wakeTopic } from './db/topics.ts'
export type { TopicCall, TopicEntry, TopicKind, TopicPresence, TopicStream } from './hub/topic-kind.ts'
export { listPath } from './identity/notifications/link.ts'
export type { NewNotice, NoticeKind, Receivers } from './identity/notifications/notice.ts'
export { documentText } from './routes/public-pages/document.ts'
export { publishNotice } from './identity/notifications/publish.ts'
export { refuseDeletedTargets } from './records/relations/stored-targets.ts'
export { countRecords, mayList } from './records/count.ts'
export { fileTicket, ticketOwnerOf, type TicketOwner } from './files/private-files.ts'
export { discardFiles } from './files/discard.ts'
export { ensureRoom, growingFile, hasContents, removeGrowing, storeGrown } from './files/grown.ts'
export { tableFile, tableFileTypes, type TableFile } from './records/spreadsheet/table-file.ts'
export { readTable, readText, type TableRow } from './records/import/read-table.ts'
export { publicRows, type PublicRows } from './records/api/public-rows.ts'
export { records, type ActingMember, type MemberRecords, type Records } from './records/api/records.ts'
export type { RecordQuery, Where } from './records/api/find.ts'
export type { SearchAnswer, SearchHit, SearchRequest } from './records/search/search.ts'
export { readLines } from './records/lines/read.ts'
export { readHeavy, readScan } from './records/query/run.ts'
export { reserveNumbers } from './records/numbers.ts'
export { eraseMemberFiles } from './identity/administration/member-files.ts'
export type { Member, MemberAccounts, MemberContact } from './operation/access/member.ts'
export { endMemberSessions, openMemberSession, type MemberSignIn } from './identity/session/member-sessions.ts'
export { checkSignIn, describeRefusal, type CheckedSignIn, type SignInRules } from './identity/session/sign-in.ts'
export { addressState, clearTrial } from './identity/session/sign-in-limits.ts'
export { endSessionOf } from './identity/session/sessions.ts'
export { isKnownPlace } from './identity/session/known-networks.ts'
export { siteConfig } from './identity/session/site-config.ts'
export { consumeCaptcha, failedTry } from './identity/captcha/captcha.ts'
export { accountName, limitKey, type LimitKey, type LimitSubject } from './operation/limits/limit-key.ts'
export { countCode, countMessage, type CountedCode, type CountedMessage } from './operation/limits/messages.ts'
export { addressPrefix } from './operation/limits/ip-network.ts'
export { traceRefusal, type Refusal } from './operation/limits/refusal-log.ts'
export { keepEntries } from './identity/administration/log-hooks.ts'
export { clearFailures, countTry, limitState, undoTry, type LimitRule } from './operation/limits/throttle.ts'
export { verifyStoredPassword } from './identity/session/password/verify-own-password.ts'
export { refuseUnknownIcon } from './identity/administration/icon-problem.ts'
export { readWeight } from './identity/administration/rule-weight.ts'
export { checkNewPassword, hashNewPassword } from './identity/session/password/new-password.ts'
export { verifyPassword } from './identity/session/password.ts'
export { retryTransaction } from './db/store-error.ts'
export { lockInOrder, lockRows, type ContractLock } from './operation/lock-rows.ts'
export type { ActionAnswer, Hooks, Effect, EffectCall, RowLimits, Scope } from './operation/scope.ts'
export { rowOf, setValues } from './operation/entity-types.ts'
export type { Change, ImportedRecord, Line, LinesCall, Purpose, CompletedWrite } from './operation/change.ts'
export type {
  ActionOf,
  ColumnMap,
  EntityId,
  EntityOf,
  LineRow,
  ModuleTypes,
  NewRow,
  StoredRow,
} from './operation/entity-types.ts'
export type { CodeMigration, Migration, MigrationCall, PrepareCall, SqlMigration } from './migration.ts'
export {
  defineServerModule,
  type AnyDemoRecord,
  type DemoPicture,
  type DemoRecord,
  type DemoReference,
  type DemoValue,
  type DemoValues,
  type DemoWork,
  type ModuleEffects,
  type ModuleHooks,
  type ServerModule,
} from './server-module.ts'
