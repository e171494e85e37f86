/** Additions of questionnaires to the operations of administrators on their records. */
import { hashNewPassword, OperationError } from 'tablewright/server'
import { questionnaireOptions } from '#generated/questionnaire/options.ts'
import type { Hooks } from '#generated/questionnaire/server.ts'
import { t } from '../i18n.ts'
import { newLink } from './link.ts'

export const questionnaireHooks: Hooks<'questionnaire/questionnaire'> = {
  async prepareBody({ language }, _model, { body, overrides }) {
    const { password } = body
    if (typeof password === 'string' && password !== '')
      overrides.set('password', await hashNewPassword(language, password))
    return body
  },
  async beforeCreate({ language }, _trx, change) {
    change.overrides.set('link', newLink())
    const isAsked = change.given.get('password_on') === questionnaireOptions.password_on.yes
    if (isAsked && !change.overrides.get('password'))
      throw new OperationError('invalid', { errors: { password: t(language, 'password.missing') } })
  },
  async beforeUpdate({ language }, _trx, change, current) {
    const isAsked = (change.given.get('password_on') ?? current.password_on) === questionnaireOptions.password_on.yes
    if (isAsked && !change.overrides.get('password') && !current.password)
      throw new OperationError('invalid', { errors: { password: t(language, 'password.missing') } })
  },
  async present(_scope, rows, purpose) {
    if (purpose === 'edit') for (const row of rows) Object.assign(row, { password: '' })
  },
}
