/**
 * Between the form of an added setting (`schemas/system/added_setting.json`) and what the server takes and answers.
 */
import type { ValidatorFunctions } from '@rjsf/validator-ajv8/lib/types.js'
import { writableFields, type TableModel } from '../../protocol/index.ts'
import { ApiError, errorText } from '../core/api/api-error.ts'
import { loadForm, loadModel, loadValidators } from '../core/module-registry.ts'
import type { WireRow } from '../fields/input-props.ts'
import { newBody, type Draft } from '../form/draft.ts'
import type { SaveResult } from '../form/save.ts'
import type { FormDefinition } from '../form/validator.ts'
import type { NewSetting, Setting } from './settings.ts'

const page = 'system/addedSetting'

export interface SettingForm {
  readonly model: TableModel
  readonly parts: FormDefinition
}

/** Rejects when the application does not have the form. */
export async function loadSettingForm(): Promise<SettingForm> {
  const model = await loadModel(page)
  if (!model) throw new Error(`no form ${page}`)
  const [form, validators] = await Promise.all([loadForm(model), loadValidators(model)])
  return { model, parts: { form, validators: validators as ValidatorFunctions } }
}

/** The attribute that names a list of records. */
export const listAttribute = (controller: string): string => `remoteUrl=/admin/${controller}/index`

/** Settings that decide where a secret is sent: it is entered anew when one changes. */
const destinationAttribute = (names: string): string => (names === '' ? '' : `destination=${names}`)

/** An added setting as the form edits it. Its value stays. */
export const rowOfSetting = (setting: Setting, group: string): WireRow => ({
  id: setting.id,
  name: setting.name,
  title: setting.title,
  tip: setting.tip,
  section: group,
  type: setting.type,
  options: Object.entries(setting.content === '' ? {} : setting.content)
    .map(([value, label]) => `${value}=${label}`)
    .join('\n'),
  list: setting.relation ? listAttribute(setting.relation.controller) : null,
  destination: String(setting.extend?.destination ?? ''),
  rules: setting.rules ?? [],
  is_required: setting.rules?.includes('required') ? 1 : 0,
  weigh: setting.weigh,
})

/**
 * The request body. Of a setting that is edited, a list or a destination that stays is not sent: it may have attributes
 * of its own, or be one that this person may not open.
 * @param model with the fields that the draft has
 * @param before the setting that is edited, null for a new one
 */
export function definitionOf(
  model: TableModel,
  draft: Draft,
  timeZone: string,
  before: { readonly setting: Setting | null; readonly group: string },
): Partial<NewSetting> {
  const { setting, group } = before
  const values = newBody(model, draft, timeZone)
  const has = hasField(model)
  const text = (name: string): string => String(values[name] ?? '')
  const row = setting && rowOfSetting(setting, group)
  const isNew = (name: string): boolean => has(name) && text(name) !== String(row?.[name] ?? '')
  return {
    ...(setting === null && { name: text('name'), value: text('value') }),
    group: has('section') ? text('section') : group,
    title: text('title'),
    tip: text('tip'),
    type: text('type'),
    weigh: text('weigh') || '0',
    rule: has('rules') ? rulesOf(model, values['rules'], setting) : values['is_required'] === 1 ? ['required'] : [],
    ...(has('options') && { content: text('options') }),
    ...(isNew('list') && { inputExtend: text('list') }),
    ...(isNew('destination') && { extend: destinationAttribute(text('destination')) }),
  }
}

const hasField = (model: TableModel) => {
  const names = new Set(writableFields(model).map(({ name }) => name))
  return (name: string): boolean => names.has(name)
}

/** Rules that the form does not offer, of other clients, stay. */
function rulesOf({ fields }: TableModel, selection: unknown, setting: Setting | null): readonly string[] {
  const offered = new Set(fields.find(({ name }) => name === 'rules')?.options?.map(({ value }) => String(value)))
  const others = (setting?.rules ?? []).filter((rule) => !offered.has(rule))
  return [...(Array.isArray(selection) ? selection.map(String) : []), ...others]
}

/** Members of the request whose field has another name. */
const fieldNames: Readonly<Record<string, string>> = {
  group: 'section',
  content: 'options',
  inputExtend: 'list',
  extend: 'destination',
}

/** The refusal of the server: errors by field, and the others as a sentence. */
export function refusalOf(model: TableModel, error: unknown): Extract<SaveResult, { outcome: 'refused' }> {
  const refused = Object.entries((error instanceof ApiError ? error.refusal?.errors : null) ?? {})
  if (refused.length === 0) return { outcome: 'refused', errors: {}, message: errorText(error) }
  const has = hasField(model)
  const fieldOf = (member: string): string =>
    member === 'rule' ? (has('rules') ? 'rules' : 'is_required') : (fieldNames[member] ?? member)
  const all = refused.map(([member, text]) => [fieldOf(member), text] as const)
  const elsewhere = all.filter(([name]) => !has(name)).map(([, text]) => text)
  return {
    outcome: 'refused',
    errors: Object.fromEntries(all.filter(([name]) => has(name))),
    message: elsewhere.length === 0 ? null : elsewhere.join(' '),
  }
}
