/** `routine.Config`: the settings of the site, asked for and changed. */
import { say, type Language } from '../../protocol/index.ts'
import { spellingOut } from '../http/dialect/messages.ts'
import { defineRoute, type RequestScope, type Route, type RouteAnswer } from '../http/route.ts'
import { Refusal } from '../refusal.ts'
import { definitions, isSettingName, optionsOf, settingNames, titleOf, type Definition, type SettingName } from './definitions.ts'
import type { SettingsStore } from './store.ts'

const sections = { basics: 'config.basics', security: 'config.security' } as const
type Section = keyof typeof sections
const page = 'routine/config'

export const configRoutes: readonly Route[] = [
  defineRoute({ area: 'admin', controller: 'routine.Config', action: 'index', method: 'GET', login: 'admin', node: `${page}/index`, handler: answerSettings }),
  defineRoute({ area: 'admin', controller: 'routine.Config', action: 'edit', method: 'POST', login: 'admin', node: `${page}/edit`, handler: (scope) => spellingOut(scope, (name) => labelOf(scope, name), () => changeSettings(scope)) }),
]

async function answerSettings({ language, settings, site, remarkOf }: RequestScope): Promise<RouteAnswer> {
  const items = await Promise.all(settingNames.map(async (name, index) => ({ ...itemOf(language, name, index), value: await wireOf(site, name), input_extend: isFixed(settings, name) ? { disabled: true } : {} })))
  const tabs = (Object.keys(sections) as Section[]).map((name) => [name, { name, title: say(language, sections[name]), list: items.filter((item) => item.group === name) }] as const)
  return { data: { list: Object.fromEntries(tabs), remark: await remarkOf?.(page) ?? '', configGroup: Object.fromEntries(tabs.map(([name, { title }]) => [name, title])), quickEntrance: [] } }
}

/** Built-in settings are known by their name; the number only tells clients one from the other. */
function itemOf(language: Language, name: SettingName, index: number): { readonly group: Section } & Readonly<Record<string, unknown>> {
  const definition: Pick<Definition, 'section' | 'type' | 'rule' | 'tip' | 'title' | 'options'> = definitions[name]
  const { section, type, rule, tip, title } = definition
  return {
    id: index + 1, name, group: section, title: titleOf({ title }, language), tip: tip ? say(language, tip) : '', type, content: optionsOf(definition as Definition), rule,
    extend: {}, allow_del: 0, weigh: 99 - index,
  }
}

async function wireOf<Name extends SettingName>(site: SettingsStore, name: Name): Promise<unknown> {
  return definitions[name].wire(await site.get(name))
}

/** What the environment decides cannot be changed here. */
const isFixed = ({ fixed }: RequestScope['settings'], name: SettingName): boolean =>
  (name === 'admin_login_captcha' && fixed.captcha !== null) || (name === 'cors_origins' && fixed.origins !== null)

const labelOf = ({ language }: RequestScope, name: string): string | undefined => (isSettingName(name) ? titleOf(definitions[name], language) : undefined)

/** Names nobody knows are ignored, like fields nobody may write. */
async function changeSettings(scope: RequestScope): Promise<RouteAnswer> {
  const { language } = scope
  const values = new Map<SettingName, string>()
  const errors: Record<string, string> = {}
  for (const [name, input] of Object.entries(scope.body)) {
    if (!isSettingName(name) || isFixed(scope.settings, name)) continue
    const read = definitions[name].read(input)
    if ('problem' in read) errors[name] = say(language, read.problem, read.params)
    else values.set(name, read.stored)
  }
  if (Object.keys(errors).length > 0) throw new Refusal('invalid', { errors })
  await scope.database.write(async (trx) => {
    await scope.site.change(trx, values)
    await scope.audit?.(trx, { title: changed })
  })
  scope.site.forget()
  return { msg: say(language, 'saved'), data: null }
}

const changed = { 'zh-cn': '系统配置-修改', en: 'Site settings-Edit' } as const
