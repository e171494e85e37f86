/** The settings of the site in wire form (`routine.Config`). */
import { call, getData } from '../core/api/client.ts'

/** A key and a value, of settings of the type `array`. */
export interface Pair {
  readonly key: string
  readonly value: string
}

export type SettingValue = string | number | boolean | readonly string[] | readonly Pair[]

export interface Setting {
  readonly id: number
  /** 1 = an administrator has added it, and may delete it. */
  readonly allow_del: 0 | 1
  readonly name: string
  readonly title: string
  readonly tip: string
  readonly type: string
  readonly value: SettingValue
  /** The list that records are chosen from, and the field that names them. */
  readonly relation?: { readonly controller: string; readonly show: string }
  /** Keys of pairs that cannot be removed. */
  readonly kept?: readonly string[]
  /** Options by value, where there are any. */
  readonly content: Readonly<Record<string, string>> | ''
  /** Comma list of validator names. */
  readonly rule: string
  /** Of one that was added: its rules, also those that do not apply while a secret is stored. */
  readonly rules?: readonly string[]
  /** Higher ones come first among those that were added. */
  readonly weigh: number
  /** Attributes of one that was added. */
  readonly extend?: { readonly destination?: unknown }
  /** What another setting of the tab has to be for this one to have a meaning. */
  readonly when?: { readonly name: string; readonly values: readonly string[] }
  /** Only super administrators change it, and the reader is none. */
  readonly super_only?: boolean
  readonly input_extend: { readonly disabled?: boolean; readonly placeholder?: string } | readonly never[]
}

export interface SettingGroup {
  readonly name: string
  readonly title: string
  readonly list: readonly Setting[]
}

export interface LoadedSettings {
  /** In the order of their tabs. */
  readonly groups: readonly SettingGroup[]
  /** Shortcuts: what each is called, and the page it opens. */
  readonly entrances: readonly Pair[]
}

export async function loadSettings(): Promise<LoadedSettings> {
  const { list, configGroup, quickEntrance } = await getData<{
    list: Record<string, SettingGroup>
    configGroup: Record<string, string>
    quickEntrance: readonly Pair[]
  }>('/admin/routine.Config/index', '', { quiet: true })
  const groups = Object.keys(configGroup)
    .map((name) => list[name])
    .filter((group) => group !== undefined)
  return { groups, entrances: quickEntrance }
}

/** A setting that is about to be added. */
export interface NewSetting {
  readonly group: string
  readonly name: string
  readonly title: string
  readonly tip: string
  readonly type: string
  /** Options, one per line as `value=label`. */
  readonly content: string
  readonly rule: readonly string[]
  readonly value: string
  /** Attributes of the input, one per line as `name=value`. */
  readonly inputExtend: string
  /** Attributes of its form item, one per line as `name=value`. */
  readonly extend: string
  /** Place among the added settings of the group: higher ones come first. */
  readonly weigh: string
}

/** A list that the caller may open. */
export interface ListedTable {
  readonly table: string
  readonly comment: string
  readonly controller: string
}

/** The lists that a setting can choose its records from. */
export async function loadTables(): Promise<readonly ListedTable[]> {
  return (await getData<{ list: readonly ListedTable[] }>('/admin/ajax/getTableList', '', { quiet: true })).list
}

export async function addSetting(item: Partial<NewSetting>): Promise<void> {
  await call({ method: 'POST', path: '/admin/routine.Config/add', body: item, notifySuccess: true, quiet: true })
}

/** Defines an added setting anew; what is absent stays. */
export async function redefineSetting({ id }: Pick<Setting, 'id'>, change: Partial<NewSetting>): Promise<void> {
  const path = '/admin/routine.Config/redefine'
  await call({ method: 'POST', path, body: { id, ...change }, notifySuccess: true, quiet: true })
}

export async function removeSetting({ id }: Pick<Setting, 'id'>): Promise<void> {
  const path = '/admin/routine.Config/del'
  await call({ method: 'DELETE', path, query: `ids[]=${id}`, notifySuccess: true, quiet: true })
}

export async function sendTestMail(testMail: string): Promise<void> {
  await call({
    method: 'POST',
    path: '/admin/routine.Config/sendTestMail',
    body: { testMail },
    notifySuccess: true,
    quiet: true,
  })
}

/** Saves the changed settings of a group, unless somebody else has changed one of them since it was loaded. */
export async function saveSettings(
  { list }: SettingGroup,
  values: Readonly<Record<string, SettingValue>>,
): Promise<void> {
  const seen = list.filter(({ name }) => Object.hasOwn(values, name)).map(({ name, value }) => [name, value])
  const body = { ...values, _seen: Object.fromEntries(seen) }
  await call({ method: 'POST', path: '/admin/routine.Config/edit', body, notifySuccess: true, quiet: true })
}

/** Input types that are kinds of fields. */
export const kindTypes = [
  'datetime',
  'date',
  'time',
  'year',
  'color',
  'icon',
  'image',
  'images',
  'file',
  'files',
] as const

/** What a setting of pictures or files holds at most, as the server has it. */
export const maxSettingFiles = 20

export const isFixed = (setting: Setting): boolean =>
  'disabled' in setting.input_extend && setting.input_extend.disabled === true
/** Shown in an empty input, for example in place of a secret that is stored. */
export const placeholderOf = (setting: Setting): string | undefined =>
  'placeholder' in setting.input_extend ? setting.input_extend.placeholder : undefined
export const isRequired = (setting: Setting): boolean => setting.rule.split(',').includes('required')

/** One that is filled in stays visible: it may still be needed, as the bucket of files that were sent there before. */
export function isShown(setting: Setting, valueOf: (name: string) => SettingValue | undefined): boolean {
  const { when, value } = setting
  if (!when || value !== '' || placeholderOf(setting) !== undefined) return true
  return when.values.includes(String(valueOf(when.name)))
}

/** Props of what a setting is entered with. */
export interface SettingInputProps {
  readonly id: string
  readonly setting: Setting
  readonly value: SettingValue
  readonly invalid: boolean
  readonly describedBy: string | undefined
  /** The caller may not change it. */
  readonly isReadOnly: boolean
  readonly onChange: (value: SettingValue) => void
  /** Called when an upload begins and ends: the form cannot be saved meanwhile. */
  readonly onPending: (name: string, isPending: boolean) => void
}

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

/** Required settings that saving would empty. One that was empty before keeps nothing else from being saved. */
export function missingSettings(
  group: SettingGroup,
  values: Readonly<Record<string, SettingValue>>,
): readonly Setting[] {
  const changed = changedValues(group, values)
  return group.list.filter((setting) => {
    const value = changed[setting.name]
    return value !== undefined && isRequired(setting) && isEmptyValue(value)
  })
}

const isEmptyValue = (value: SettingValue): boolean =>
  Array.isArray(value) ? value.length === 0 : String(value).trim() === ''
