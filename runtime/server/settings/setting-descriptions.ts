/** The site's own settings and those of modules, as the settings page shows them: one shape for both. */
import { type Language, type Text } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import { itemRelation, type ItemRelation } from './added/relation.ts'
import { isChoice, type ItemType, type SettingItem } from './added/item.ts'
import { itemWire, readItemValue, valueContext } from './added/values.ts'
import type { ModuleSetting } from './module-settings.ts'
import type { Settings } from './settings.ts'
import type { Definition, SettingCondition, SettingName, SiteSettings } from './definition.ts'
import { definitions, optionsOf, settingNames } from './definitions.ts'
import { hasLineBreak, readSwitch, readWholeNumber, text, wholeText, type ReadSetting } from './read-setting.ts'

/** The current settings. */
export interface CurrentSettings {
  /** One of the site's own. */
  get<Name extends SettingName>(name: Name): Promise<SiteSettings[Name]>
  /** All settings of operations, including the changed ones. */
  current(): Promise<Settings>
}

export interface SettingDescription {
  readonly name: string
  /** Name of its tab. */
  readonly section: string
  /** An input type of protocol 10.3. */
  readonly type: Definition['type'] | ItemType
  readonly rule: string
  /** Labels by value, "" when there is nothing to choose from. */
  options(language: Language): Readonly<Record<string, string>> | ''
  readonly isFixed: boolean
  /** Only super administrators may change it. */
  readonly isSuperOnly: boolean
  /** Days for which traces are stored, 0 = for ever. */
  readonly isRetention?: boolean
  readonly when?: SettingCondition
  /** Set for one that an administrator has added. */
  readonly item?: SettingItem
  /** The list its records are chosen from. */
  readonly relation?: ItemRelation
  /** Shown in an empty input, "" when nothing is. */
  readonly placeholder: string
  title(language: Language): string
  tip(language: Language): string
  /** Validates what a client sent. A secret is encrypted afterwards, when its destination is known. */
  read(input: unknown): ReadSetting
  /** The value as clients get it, texts of its own in the reader's language. */
  wire(settings: CurrentSettings, language: Language): Promise<unknown>
}

/** Every setting, in the order of the page. */
export function describeSettings(settings: Settings): readonly SettingDescription[] {
  return [
    ...settingNames.map((name) => describeSiteSetting(settings, name)),
    ...settings.modules.flatMap(({ module, settings: own }) =>
      Object.entries(own).map(([name, setting]) => describeModuleSetting(settings, module, name, setting)),
    ),
    ...settings.items.map((item) => describeItem(settings, item)),
  ]
}

/** Its texts are in the language of whoever added it. */
function describeItem(settings: Settings, item: SettingItem): SettingDescription {
  const { name, section, type, rules, options, title, tip, inputExtend } = item
  const isSecret = type === 'password'
  const relation = itemRelation(item)
  // A stored secret is not sent: an empty input leaves it as it is.
  const asked = isSecret && item.value !== '' ? rules.filter((rule) => rule !== 'required') : rules
  const context = valueContext(settings)
  const read = (input: unknown): ReadSetting => readItemValue({ ...item, rules: asked }, input, context)
  return {
    name,
    section,
    type,
    rule: asked.join(','),
    options: () => (isChoice(type) ? options : ''),
    isFixed: false,
    isSuperOnly: false,
    item,
    ...(relation && { relation }),
    placeholder: isSecret && item.value !== '' ? hidden : String(inputExtend['placeholder'] ?? ''),
    title: () => title,
    tip: () => tip,
    read: isSecret ? keeping(read) : read,
    wire: async (current) => {
      const { items, timeZone } = await current.current()
      return itemWire(items.find((one) => one.name === name) ?? item, timeZone)
    },
  }
}

function describeSiteSetting(settings: Settings, name: SettingName): SettingDescription {
  const definition: Definition = definitions[name] as Definition
  const { section, type, rule, tip, title, when, superOnly = false } = definition
  const readText = (input: unknown): ReadSetting => definition.read(input, settings)
  return {
    name,
    section,
    type,
    rule,
    options: (language) => optionsOf(definition, language),
    isFixed: isFixed(settings, name),
    isSuperOnly: superOnly,
    isRetention: name === 'log_days' || name === 'recovery_days',
    ...(when && { when }),
    placeholder: type === 'password' && settings.upload.cloud.keySecret !== '' ? hidden : '',
    read: type === 'password' ? keeping(readText) : readText,
    title: (language) => t(language, title),
    tip: (language) => (tip ? t(language, tip) : ''),
    wire: async (current, language) => definition.wire(await current.get(name), await current.current(), language),
  }
}

/** Stands for a secret that is stored. */
const hidden = '••••••••'

/** An empty input leaves a secret as it is. */
const keeping =
  (readText: (input: unknown) => ReadSetting) =>
  (input: unknown): ReadSetting => {
    const read = readText(input)
    return 'stored' in read && read.stored === '' ? { unchanged: true } : read
  }

/** What the environment decides cannot be changed on the page. */
const isFixed = ({ fixed }: Settings, name: SettingName): boolean =>
  (name === 'admin_login_captcha' && fixed.captcha !== null) || (name === 'cors_origins' && fixed.origins !== null)

function describeModuleSetting(
  settings: Settings,
  module: string,
  name: string,
  setting: ModuleSetting,
): SettingDescription {
  const textIn = (text: Text | undefined) => (language: Language) => text?.[language] ?? ''
  const isSecret = setting.type === 'password'
  return {
    name,
    section: module,
    type: setting.type,
    isRetention: setting.type === 'number' && setting.isRetention === true,
    rule: setting.type === 'number' ? 'required,integer' : '',
    options: (language) => (setting.type === 'select' ? labelsIn(setting.options, language) : ''),
    isFixed: false,
    isSuperOnly: setting.superOnly ?? false,
    placeholder: isSecret && settings.own[name] !== '' ? hidden : '',
    title: textIn(setting.title),
    tip: textIn(setting.tip),
    read: createReader(setting),
    // Guard T10: a secret setting is never sent to clients.
    // Without: wire: async (current) => (await current.current()).own[name]
    wire: async (current) => (isSecret ? '' : (await current.current()).own[name]),
  }
}

const labelsIn = (options: Readonly<Record<string, Text>>, language: Language): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(options).map(([value, label]) => [value, label[language]]))

function createReader(setting: ModuleSetting): (input: unknown) => ReadSetting {
  if (setting.type === 'switch') return readSwitch
  if (setting.type === 'number') return (input) => readWholeNumber(input, setting)
  if (setting.type === 'select')
    return (input) =>
      typeof input === 'string' && Object.hasOwn(setting.options, input)
        ? { stored: input }
        : { problem: 'field.option' }
  const readWhole = setting.type === 'password' || setting.type === 'textarea' ? wholeText : text
  const readText = readWhole(setting.maxLength, false)
  if (setting.type === 'password') return keeping(readText)
  return (input) => {
    const read = readText(input)
    if (!('stored' in read) || read.stored === '') return read
    // A line break in a setting of one line could end a header or a line of a protocol.
    if (setting.type === 'string' && hasLineBreak(read.stored)) return { problem: 'config.item.one_line' }
    return !setting.pattern || setting.pattern.matches.test(read.stored) ? read : { message: setting.pattern.message }
  }
}

/** The value of a stored text. */
export function readModuleValue({ type }: ModuleSetting, stored: string): boolean | number | string {
  if (type === 'switch') return stored === '1'
  return type === 'number' ? Number(stored) : stored
}
