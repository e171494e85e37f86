/** Settings of modules, which a site changes on a tab of their own next to the site's settings. */
import type { Text } from '../../protocol/index.ts'

interface SettingTexts {
  readonly title: Text
  readonly tip?: Text
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
}

export type ModuleSetting = SwitchSetting | NumberSetting
export type ModuleValues = Readonly<Record<string, boolean | number>>

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
