// Made by tablewright generate from schemas/system · do not edit · 61e051e84d9b2f7e

import type { SystemTables } from './tables.ts'
import type * as admin from './admin/row.ts'
import type * as adminGroup from './admin_group/row.ts'
import type * as adminLog from './admin_log/row.ts'
import type * as adminRule from './admin_rule/row.ts'
import type * as attachment from './attachment/row.ts'
import type * as captcha from './captcha/row.ts'
import type * as cloudUpload from './cloud_upload/row.ts'
import type * as config from './config/row.ts'
import type * as idempotency from './idempotency/row.ts'
import type * as ledgerSeal from './ledger_seal/row.ts'
import type * as notice from './notice/row.ts'
import type * as noticeRead from './notice_read/row.ts'
import type * as recordLog from './record_log/row.ts'
import type * as seq from './seq/row.ts'
import type * as session from './session/row.ts'
import type * as terminalTask from './terminal_task/row.ts'
import type * as throttle from './throttle/row.ts'
import type * as token from './token/row.ts'

/**
 * By entity: its columns; a row as it is sent; what `add` and `edit` take; the columns of its lines by field; what its
 * actions take, as it is sent and as columns hold it; further rights; the ledgers it posts to; the entities that post to it.
 */
export interface SystemEntities {
  'system/admin': {
    columns: SystemTables['admin']
    row: admin.Admin
    input: admin.AdminInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/admin_group': {
    columns: SystemTables['admin_group']
    row: adminGroup.AdminGroup
    input: adminGroup.AdminGroupInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/admin_log': {
    columns: SystemTables['admin_log']
    row: adminLog.AdminLog
    input: adminLog.AdminLogInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/admin_rule': {
    columns: SystemTables['admin_rule']
    row: adminRule.AdminRule
    input: adminRule.AdminRuleInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/attachment': {
    columns: SystemTables['attachment']
    row: attachment.Attachment
    input: attachment.AttachmentInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/captcha': {
    columns: SystemTables['captcha']
    row: captcha.Captcha
    input: captcha.CaptchaInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/cloud_upload': {
    columns: {}
    row: cloudUpload.CloudUpload
    input: cloudUpload.CloudUploadInput
    lines: {}
    actions: {
      check: { input: {}; stored: {} }
      upload: { input: {}; stored: {} }
      succeed: { input: {}; stored: {} }
      fail: { input: {}; stored: {} }
      pause: { input: {}; stored: {} }
      restart: { input: {}; stored: {} }
      cancel: { input: {}; stored: {} }
    }
    rights: never
    postings: {}
    documents: never
  }
  'system/config': {
    columns: SystemTables['config']
    row: config.Config
    input: config.ConfigInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/idempotency': {
    columns: SystemTables['idempotency']
    row: idempotency.Idempotency
    input: idempotency.IdempotencyInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/ledger_seal': {
    columns: SystemTables['ledger_seal']
    row: ledgerSeal.LedgerSeal
    input: ledgerSeal.LedgerSealInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/notice': {
    columns: SystemTables['notice']
    row: notice.Notice
    input: notice.NoticeInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/notice_read': {
    columns: SystemTables['notice_read']
    row: noticeRead.NoticeRead
    input: noticeRead.NoticeReadInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/record_log': {
    columns: SystemTables['record_log']
    row: recordLog.RecordLog
    input: recordLog.RecordLogInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/seq': {
    columns: SystemTables['seq']
    row: seq.Seq
    input: seq.SeqInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/session': {
    columns: SystemTables['session']
    row: session.Session
    input: session.SessionInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/terminal_task': {
    columns: {}
    row: terminalTask.TerminalTask
    input: terminalTask.TerminalTaskInput
    lines: {}
    actions: {
      start: { input: {}; stored: {} }
      linkSuccess: { input: {}; stored: {} }
      execSuccess: { input: {}; stored: {} }
      execError: { input: {}; stored: {} }
      execCompleted: { input: {}; stored: {} }
      streamError: { input: {}; stored: {} }
      interrupt: { input: {}; stored: {} }
      retry: { input: {}; stored: {} }
    }
    rights: never
    postings: {}
    documents: never
  }
  'system/throttle': {
    columns: SystemTables['throttle']
    row: throttle.Throttle
    input: throttle.ThrottleInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
  'system/token': {
    columns: SystemTables['token']
    row: token.Token
    input: token.TokenInput
    lines: {}
    actions: {}
    rights: never
    postings: {}
    documents: never
  }
}
