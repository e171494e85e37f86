/** Changes settings of the site: all that are sent, or none where anything of them is wrong. */
import { grantedAccess } from '../../operation/access/access.ts'
import type { Scope } from '../../operation/scope.ts'
import { OperationError } from '../../core/errors/operation-error.ts'
import type { Body, RequestScope } from '../../http/route.ts'
import { restartIdleTime } from '../../identity/session/sessions.ts'
import { readChanges, refuseStale, seenKey } from './read-changes.ts'

/** Its name in the admin log. */
const title = { 'zh-cn': '系统配置-编辑', en: 'Site settings: edit' } as const

/** Throws an OperationError: `invalid` with the errors by setting, `conflict` for what somebody else has changed. */
export async function saveSettings(scope: RequestScope, { [seenKey]: basis, ...body }: Body): Promise<void> {
  const { values, secretNames, shortened } = await readChanges(scope, body)
  await scope.database.write(async (trx) => {
    await refuseStale(scope, trx, basis, values)
    await scope.settingsStore.change(trx, values, scope.settings.items)
    if (scope.settings.session.idleMinutes === 0 && values.has('idle_minutes')) await restartIdleTime(trx)
    const data = { ...(shortened.size > 0 && { shortened: Object.fromEntries(shortened) }) }
    await scope.audit?.(trx, {
      title,
      // Guard T10: an added secret is in no log, whatever it is called.
      secrets: secretNames,
      data,
    })
  })
  scope.settingsStore.invalidate()
}

const isRequest = (scope: Scope): scope is RequestScope => 'settingsStore' in scope

/**
 * Changes settings for a route of a module (`transaction: 'own'`), as the administrator who sent the request could on
 * the page of the settings. Throws what `saveSettings` throws, and `bad_state` without the right to edit settings.
 */
export async function changeSettings(scope: Scope, values: Body): Promise<void> {
  const { actor, language } = scope
  // Guard T24: the right to edit settings is that of their page, whatever route is asked.
  // Without: if (!isRequest(scope) || actor === null)
  if (!isRequest(scope) || actor === null || !grantedAccess.can(actor, 'routine/config/edit'))
    throw new OperationError('bad_state', { text: 'problem.forbidden_named', params: { title: title[language] } })
  await saveSettings(scope, values)
}
