/** What was taken back and why, kept with the document. */
import { formatSeconds } from 'tablewright/protocol'
import type { EffectCall } from 'tablewright/server'

/** Characters kept; the oldest lines leave first. */
const longest = 4000

/** The log with one line more: when, who, what, why. */
export function logWith(call: EffectCall, why: string): string {
  const { scope, model, action, row } = call
  const label = model.machine!.actions.find(({ name }) => name === action)!.label[scope.language]
  const line = `${formatSeconds(Math.floor(Date.now() / 1000), scope.settings.timeZone)} ${scope.actor?.username ?? '-'} ${label}: ${why}`
  const lines = [
    ...String(row['remark_log'] ?? '')
      .split('\n')
      .filter((one) => one !== ''),
    line,
  ]
  while (lines.length > 1 && lines.join('\n').length > longest) lines.shift()
  return lines.join('\n')
}

/** Notes the reason that was sent. */
export function noteReason(call: EffectCall): void {
  call.set({ remark_log: logWith(call, String(call.input['reason'] ?? '')) })
}

/** Nobody has audited the document any more; the reason is noted. */
export function forgetAudit(call: EffectCall): Promise<void> {
  noteReason(call)
  call.set({ audit_admin_id: null, audit_time: null })
  return Promise.resolve()
}
