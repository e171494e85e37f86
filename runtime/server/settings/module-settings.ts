/** Settings of modules, which a site changes on a tab of their own next to the site's settings. */
import type { Text } from '../../protocol/index.ts'

interface SettingTexts {
  readonly title: Text
  readonly tip?: Text
  /**
   * Only super administrators change it: with it somebody could have codes of accounts above their own sent to
   * themselves.
   */
  readonly superOnly?: true
}

export interface SwitchSetting extends SettingTexts {
  readonly type: 'switch'
  readonly initial: boolean
  /**
   * Pages that are there with it only, for example `wms/stocktake`: off, their routes refuse and menus leave them out.
   */
  readonly pages?: readonly string[]
}

/** A whole number within limits. */
export interface NumberSetting extends SettingTexts {
  readonly type: 'number'
  readonly initial: number
  readonly minimum: number
  readonly maximum: number
  /** Days for which traces are stored: only super administrators shorten it. */
  readonly isRetention?: boolean
}

/** A text of one line (`string`) or several (`textarea`). */
export interface TextSetting extends SettingTexts {
  readonly type: 'string' | 'textarea'
  readonly initial: string
  readonly maxLength: number
  /** What the text has to match, unless it is empty, and the message when it does not. */
  readonly pattern?: { readonly matches: RegExp; readonly message: Text }
}

export interface ChoiceSetting extends SettingTexts {
  readonly type: 'select'
  readonly initial: string
  /** Labels by value. */
  readonly options: Readonly<Record<string, Text>>
}

/**
 * A secret: stored encrypted, never sent to clients and left out of the log, for which its name has to contain
 * `password`, `secret` or `token`. An empty input leaves it as it is. Operations decrypt it with `readSecret`. It
 * belongs to its destination: when that changes, it has to be entered anew.
 */
export interface SecretSetting extends SettingTexts {
  readonly type: 'password'
  readonly initial: ''
  readonly maxLength: number
  /** The settings of the module that decide where it is sent, for example host and user; none = it is sent nowhere. */
  readonly destination: readonly string[]
  /** Whether it is sent anywhere, by the stored texts of its destination; absent = always. */
  readonly isUsed?: (destination: Readonly<Record<string, string>>) => boolean
}

export type ModuleSetting = SwitchSetting | NumberSetting | TextSetting | ChoiceSetting | SecretSetting
export type ModuleValues = Readonly<Record<string, boolean | number | string>>

/**
 * Settings of one module. Names begin with the module's and an underscore, so that no two modules mean the same one.
 */
export interface ModuleSettings {
  readonly module: string
  /** Title of the tab. */
  readonly label: Text
  readonly settings: Readonly<Record<string, ModuleSetting>>
}

/** The values of a fresh installation. */
export function initialValues(modules: readonly ModuleSettings[]): ModuleValues {
  return Object.fromEntries(
    modules.flatMap(({ settings }) => Object.entries(settings).map(([name, { initial }]) => [name, initial])),
  )
}
