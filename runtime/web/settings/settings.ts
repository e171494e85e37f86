/** The settings of the site in wire form (`routine.Config`). */
import { call, getData } from '../api/client.ts'

export type SettingValue = string | number | boolean | readonly string[]

export interface Setting {
  readonly name: string
  readonly title: string
  readonly tip: string
  readonly type: string
  readonly value: SettingValue
  /** Options by value, where there are any. */
  readonly content: Readonly<Record<string, string>> | ''
  /** Comma list of validator names. */
  readonly rule: string
  readonly input_extend: { readonly disabled?: boolean; readonly placeholder?: string } | readonly never[]
}

export interface SettingGroup {
  readonly name: string
  readonly title: string
  readonly list: readonly Setting[]
}

/** Groups in the order of their tabs. */
export async function loadSettings(): Promise<readonly SettingGroup[]> {
  const { list, configGroup } = await getData<{
    list: Record<string, SettingGroup>
    configGroup: Record<string, string>
  }>('/admin/routine.Config/index', '', { quiet: true })
  return Object.keys(configGroup)
    .map((name) => list[name])
    .filter((group) => group !== undefined)
}

/** Saves the changed settings of one group. */
export async function saveSettings(values: Readonly<Record<string, SettingValue>>): Promise<void> {
  await call({ method: 'POST', path: '/admin/routine.Config/edit', body: values, notifySuccess: true, quiet: true })
}

export const isFixed = (setting: Setting): boolean =>
  'disabled' in setting.input_extend && setting.input_extend.disabled === true
/** Shown in an empty input, for example in place of a secret that is stored. */
export const placeholderOf = (setting: Setting): string | undefined =>
  'placeholder' in setting.input_extend ? setting.input_extend.placeholder : undefined
export const isRequired = (setting: Setting): boolean => setting.rule.split(',').includes('required')

/** Values that differ from those loaded, by name. */
export function changedValues(
  group: SettingGroup,
  values: Readonly<Record<string, SettingValue>>,
): Record<string, SettingValue> {
  return Object.fromEntries(
    group.list.flatMap(({ name, value }) => {
      const current = values[name]
      return current === undefined || JSON.stringify(current) === JSON.stringify(value)
        ? []
        : [[name, current] as const]
    }),
  )
}

/** True when a required setting would be left empty. */
export function isMissing(setting: Setting, value: SettingValue): boolean {
  return isRequired(setting) && (Array.isArray(value) ? value.length === 0 : String(value).trim() === '')
}
