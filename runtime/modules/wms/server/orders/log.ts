/** What was taken back and why, kept with the document. */
import { formatSeconds, type TableModel } from 'tablewright/protocol'
import { nowSeconds } from 'tablewright/server'
import { announceReopened } from '../notices/documents.ts'
import type { Scope, Transaction } from '#generated/wms/server.ts'

/** Characters kept; the oldest lines are dropped first. */
const maxLength = 4000

/** An action on a document that keeps such a log. */
interface LoggedCall {
  readonly scope: Scope
  readonly model: TableModel
  readonly action: string
  readonly row: { readonly remark_log: string | null }
  set(values: { readonly remark_log: string }): void
}

/** The log with one line more: when, who, what, why. */
export function logWith({ scope, model, action, row }: Omit<LoggedCall, 'set'>, why: string): string {
  const { language, actor, settings } = scope
  const label = model.machine?.actions.find(({ name }) => name === action)?.label[language] ?? action
  const line = `${formatSeconds(nowSeconds(), settings.timeZone)} ${actor?.username ?? '-'} ${label}: ${why}`
  const lines = [...(row.remark_log ?? '').split('\n').filter((line) => line !== ''), line]
  while (lines.length > 1 && lines.join('\n').length > maxLength) lines.shift()
  return lines.join('\n')
}

/** Writes the reason that was sent into the log. */
export function noteReason(call: LoggedCall & { readonly input: { readonly reason: string } }): Promise<void> {
  call.set({ remark_log: logWith(call, call.input.reason) })
  return Promise.resolve()
}

interface UnauditCall extends LoggedCall {
  readonly trx: Transaction
  readonly row: LoggedCall['row'] & { readonly id: number }
  readonly input: { readonly reason: string }
  set(values: { readonly remark_log: string } | { readonly audit_admin_id: null; readonly audit_time: null }): void
}

/** Removes who audited the document and when, notes the reason, and announces that the document waits again. */
export async function forgetAudit(call: UnauditCall): Promise<void> {
  await noteReason(call)
  await announceReopened(call.trx, call.model.table, call.row.id)
  call.set({ audit_admin_id: null, audit_time: null })
}
