/** The site's own settings and those of modules, as the settings page shows them: one shape for both. */
import { type Language, type Text } from '../../protocol/index.ts'
import { t } from '../../i18n/i18n.ts'
import type { ModuleSetting } from './module-settings.ts'
import type { Settings } from './settings.ts'
import {
  definitions,
  optionsOf,
  readSwitch,
  readWholeNumber,
  settingNames,
  type Definition,
  type ReadSetting,
  type SettingName,
  type SiteSettings,
} from './definitions.ts'

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
  readonly type: Definition['type']
  readonly rule: string
  readonly options: Readonly<Record<string, string>> | ''
  readonly isFixed: boolean
  title(language: Language): string
  tip(language: Language): string
  /** Validates what a client sent. */
  read(input: unknown): ReadSetting
  /** The value as clients get it. */
  wire(settings: CurrentSettings): Promise<unknown>
}

export interface Section {
  readonly name: string
  title(language: Language): string
}

/** Tabs in their order: the site's, then one a module. */
export function sectionsOf({ modules }: Settings): readonly Section[] {
  return [
    { name: 'basics', title: (language) => t(language, 'config.basics') },
    { name: 'security', title: (language) => t(language, 'config.security') },
    ...modules.map(({ module, label }) => ({ name: module, title: (language: Language) => label[language] })),
  ]
}

/** Every setting, in the order of the page. */
export function describeSettings(settings: Settings): readonly SettingDescription[] {
  return [
    ...settingNames.map((name) => describeSiteSetting(settings, name)),
    ...settings.modules.flatMap(({ module, settings: own }) =>
      Object.entries(own).map(([name, setting]) => describeModuleSetting(module, name, setting)),
    ),
  ]
}

function describeSiteSetting(settings: Settings, name: SettingName): SettingDescription {
  const definition: Definition = definitions[name] as Definition
  const { section, type, rule, tip, title, read } = definition
  return {
    name,
    section,
    type,
    rule,
    options: optionsOf(definition),
    isFixed: isFixed(settings, name),
    read,
    title: (language) => t(language, title),
    tip: (language) => (tip ? t(language, tip) : ''),
    wire: async (settings) => definition.wire(await settings.get(name)),
  }
}

/** What the environment decides cannot be changed on the page. */
const isFixed = ({ fixed }: Settings, name: SettingName): boolean =>
  (name === 'admin_login_captcha' && fixed.captcha !== null) || (name === 'cors_origins' && fixed.origins !== null)

function describeModuleSetting(module: string, name: string, setting: ModuleSetting): SettingDescription {
  const textIn = (text: Text | undefined) => (language: Language) => text?.[language] ?? ''
  return {
    name,
    section: module,
    type: setting.type,
    rule: setting.type === 'number' ? 'required,integer' : '',
    options: '',
    isFixed: false,
    title: textIn(setting.title),
    tip: textIn(setting.tip),
    read: createReader(setting),
    wire: async (settings) => (await settings.current()).own[name],
  }
}

function createReader(setting: ModuleSetting): (input: unknown) => ReadSetting {
  if (setting.type === 'switch') return readSwitch
  return (input) => readWholeNumber(input, setting)
}

/** The value of a stored text. */
export const readModuleValue = (setting: ModuleSetting, stored: string): boolean | number =>
  setting.type === 'switch' ? stored === '1' : Number(stored)
