/**
 * Asking for a code. Which accounts a name stands for is looked up by the job that sends, so that the answer and its
 * time are the same for every name.
 */
import { createJobDefinition } from '../../../operation/jobs/declaration.ts'
import type { Language } from '../../../../protocol/index.ts'
import type { SystemTables } from '../../../operation/access/system-tables.ts'
import { enabledStatus } from '../../../operation/access/access-state.ts'
import { lockAccount } from '../sessions.ts'
import { accountsNamed, createRecoveryCode, recoveryCodeLife } from './codes.ts'
import { recoveryCode } from './messages.ts'

interface SendRecoveryCode {
  /** A username or an email address, as it was entered. */
  readonly account: string
  readonly language: Language
}

export const sendRecoveryCode = createJobDefinition<SystemTables>()<SendRecoveryCode>({
  name: 'system/sendRecoveryCode',
  label: { 'zh-cn': '发送管理员找回密码验证码', en: 'Send codes for password recovery' },
  maxAttempts: 3,
  handler: async ({ scope, payload, complete }) => {
    const { mailer, settings } = scope
    if (!mailer?.canDeliver(settings)) return
    const accounts = await accountsNamed(scope.database, payload.account)
    await complete(async (trx) => {
      // All of them before the first code, in the order of their ids.
      const locked = []
      for (const { id } of accounts) locked.push(await lockAccount(trx, id))
      for (const account of locked) {
        const to = account?.email ?? ''
        if (account?.status !== enabledStatus || !mailer.isAddress(to)) continue
        await mailer.send(settings, trx, {
          to,
          message: recoveryCode,
          language: payload.language,
          values: {
            username: account.username,
            code: await createRecoveryCode(trx, account.id),
            minutes: String(recoveryCodeLife / 60),
          },
        })
      }
    })
  },
})
