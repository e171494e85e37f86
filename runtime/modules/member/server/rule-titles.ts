/** What the first rules of the member centre are called in the language of who reads them, until they are renamed. */
import { languages, type Language } from 'tablewright/protocol'
import { readWeight, refuseUnknownIcon } from 'tablewright/server'
import type { MemberMessageKey } from '#generated/member/messages.ts'
import { t } from './i18n.ts'
import type { Hooks } from '#generated/member/server.ts'

const usual: ReadonlyMap<string, MemberMessageKey> = new Map([
  ['account', 'rule.account'],
  ['account/overview', 'rule.overview'],
  ['account/profile', 'rule.profile'],
  ['account/changePassword', 'rule.password'],
  ['account/integral', 'rule.integral'],
  ['account/balance', 'rule.balance'],
])

/** The title of a rule as people read it: its own in whatever language it was stored, another one as it is. */
export function ruleTitle(
  { name, title }: { readonly name: string; readonly title: string },
  language: Language,
): string {
  const key = usual.get(name)
  return key && languages.some((candidate) => t(candidate, key) === title) ? t(language, key) : title
}

export const ruleHooks: Hooks<'member/rule'> = {
  async prepareBody(scope, model, change) {
    readWeight(scope, model, change)
    return change.body
  },
  beforeCreate: async (scope, _trx, { given: values }) => refuseUnknownIcon(scope, values.get('icon')),
  beforeUpdate: async (scope, _trx, { given: values }, current) =>
    refuseUnknownIcon(scope, values.get('icon'), current.icon),
  async present({ language }, rows) {
    for (const row of rows)
      if (row.title !== undefined && row.name !== undefined)
        row.title = ruleTitle({ name: row.name, title: row.title }, language)
  },
}
