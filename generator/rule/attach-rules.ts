/** Puts the rules of a checked entity into its model. */
import {
  actionNames,
  type CheckModel,
  type FieldModel,
  type PolicyModel,
  type RuleModel,
  type TableModel,
} from '../../runtime/protocol/index.ts'
import { present } from '../source/json.ts'
import type { RawEntity, RawField } from '../raw/documents.ts'
import { messageNumbersOf } from './message.ts'
import { readRule, type Expected } from './read.ts'
import { backfillScope, fullScope, pureScope, rowScope, type RuleScope } from './scope.ts'

/** @param document fields of the owner, for an entity of lines */
export function attachRules(model: TableModel, raw: RawEntity, document: readonly FieldModel[] | null): TableModel {
  const policy = policyRows(model, raw)
  const checks = checksOf(model.fields, raw, document)
  return {
    ...model,
    fields: attachFieldRules(model.fields, raw, document),
    ...(checks.length > 0 && { checks }),
    ...(policy && { policy }),
  }
}

/** What every record must keep. @param document fields of the owner, for an entity of lines */
export function checksOf(
  fields: readonly FieldModel[],
  raw: RawEntity,
  document: readonly FieldModel[] | null,
): readonly CheckModel[] {
  const full = fullScope(fields, document)
  return Object.entries(raw['x-checks'] ?? {}).map(([name, check]): CheckModel => {
    const rule = compileRule(check.rule, 'condition', full)
    return present({
      name,
      rule,
      field: check.field ?? errorFieldOf(rule, { fields }),
      message: check.message,
      values: messageNumbersOf(check, full),
      allowExisting: check.allowExisting ?? false,
    })
  })
}

/** Fields with their rules. @param document fields of the owner, for an entity of lines */
export function attachFieldRules(
  fields: readonly FieldModel[],
  raw: RawEntity,
  document: readonly FieldModel[] | null,
): readonly FieldModel[] {
  const full = fullScope(fields, document)
  return fields.map((field) => withRules(field, raw.properties[field.name], raw, full))
}

function withRules(field: FieldModel, raw: RawField | undefined, entity: RawEntity, full: RuleScope): FieldModel {
  if (!raw) return field
  const scope = { ...full, hidesPrivate: !field.private }
  const of = (source: string | undefined): RuleModel | undefined =>
    source === undefined ? undefined : compileRule(source, 'condition', scope)
  const always = raw['x-when'] !== undefined && entity.required?.includes(field.name) === true ? 'true' : undefined
  return present({
    ...field,
    when: of(raw['x-when']),
    requiredWhen: of(raw['x-required'] ?? always),
    readOnlyWhen: of(raw['x-readonly']),
    backfill: backfillOf(field, raw, scope),
    computed: computedOf(field, raw, scope),
  })
}

function backfillOf(
  field: FieldModel,
  { 'x-backfill': raw }: RawField,
  { fields, hidesPrivate = true }: RuleScope,
): FieldModel['backfill'] {
  return raw === undefined ? undefined : compileRule(raw, field, { ...backfillScope(fields), hidesPrivate })
}

function computedOf(field: FieldModel, { 'x-computed': raw }: RawField, scope: RuleScope): FieldModel['computed'] {
  if (raw === undefined) return undefined
  const { rule, stored: isStored = true, preview = false } = typeof raw === 'string' ? { rule: raw } : raw
  const compiled = compileRule(rule, field, isStored ? scope : pureScope(scope.fields))
  return { rule: compiled, stored: isStored, ...(preview && { preview }) }
}

/** The first field of the rule that a person can correct. */
function errorFieldOf({ reads }: RuleModel, { fields }: Pick<TableModel, 'fields'>): string {
  const ruleFields = fields.filter((field) => reads.includes(field.name))
  const isEditable = (field: FieldModel): boolean => !field.readOnly
  // Every entity has `id`, so there is a first field.
  return (ruleFields.find(isEditable) ?? ruleFields[0] ?? fields.find(isEditable) ?? fields[0]!).name
}

/** A rule for all actions is added to `index`, whose rows limit every other action. */
function policyRows({ policy, fields }: TableModel, { 'x-policy': raw }: RawEntity): PolicyModel | undefined {
  if (!policy || !raw) return policy
  const sources = actionNames.map(
    (action) => [action, joined(action === 'index' ? [raw['*']?.rows, raw.index?.rows] : [raw[action]?.rows])] as const,
  )
  const rows = Object.fromEntries(
    sources.flatMap(([action, source]) =>
      source === null ? [] : [[action, compileRule(source, 'condition', rowScope(fields))] as const],
    ),
  )
  const ruleOf = ({ rows: source }: { readonly rows: string }): RuleModel =>
    compileRule(source, 'condition', rowScope(fields))
  return {
    ...policy,
    ...(Object.keys(rows).length > 0 && { rows }),
    ...(raw.public && { public: { rows: ruleOf(raw.public), fields: raw.public.fields } }),
    ...(raw.member && { member: { rows: ruleOf(raw.member) } }),
  }
}

function joined(sources: readonly (string | undefined)[]): string | null {
  const given = sources.filter((source) => source !== undefined)
  return given.length > 1 ? given.map((source) => `(${source})`).join(' && ') : (given[0] ?? null)
}

/** Compiles a rule of a checked document. */
function compileRule(source: string, expected: Expected, scope: RuleScope): RuleModel {
  const read = readRule(source, expected, scope)
  if ('fault' in read)
    throw new Error(`the rule ${source} passed the checks and cannot be read: ${read.fault.message.en}`)
  return read.rule
}
