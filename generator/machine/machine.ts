/** The model of `x-machine`. Expects a checked document. */
import type {
  FieldModel,
  InputModel,
  MachineActionModel,
  MachineModel,
  RuleModel,
  StatePattern,
} from '../../runtime/protocol/index.ts'
import { present } from '../source/json.ts'
import type { RawGuard, RawMachine, RawMachineAction } from '../raw/documents.ts'
import { messageNumbersOf } from '../rule/message.ts'
import { readRule, type Expected } from '../rule/read.ts'
import { fullScope, prefillScope } from '../rule/scope.ts'
import { initialOf, patternsOf, stateFieldsOf } from './states.ts'

/** What the machine of an entity is made from. */
export interface MachineParts {
  readonly raw: RawMachine
  /** Linked fields of the entity. */
  readonly fields: readonly FieldModel[]
  /** Linked fields an action defines in place, by action. */
  readonly inline: ReadonlyMap<string, readonly FieldModel[]>
}

export function machineOf(parts: MachineParts): MachineModel {
  const { raw, fields } = parts
  const names = stateFieldsOf(raw)
  const states = fields.filter((field) => names.includes(field.name))
  const patterns = (keywords: RawMachine['final']): readonly StatePattern[] | null =>
    keywords === undefined ? null : patternsOf(keywords, states)
  return {
    fields: names,
    initial: initialOf(raw, states),
    actions: Object.entries(raw.actions).map(([name, action]) => actionOf(name, action, states, parts)),
    editable: patterns(raw.editable),
    deletable: patterns(raw.deletable),
    final: patterns(raw.final) ?? [],
  }
}

function actionOf(
  name: string,
  raw: RawMachineAction,
  states: readonly FieldModel[],
  parts: MachineParts,
): MachineActionModel {
  const input = inputsOf(name, raw, parts).map((one) => prefilled(one, raw, parts.fields))
  const scope = fullScope([...parts.fields, ...input.filter((one) => !one.stored)])
  const rule = (source: string, expected: Expected): RuleModel => {
    const result = readRule(source, expected, scope)
    if ('fault' in result) throw new Error(result.fault.message.en)
    return result.rule
  }
  const computed = (sources: Readonly<Record<string, string>>): Readonly<Record<string, RuleModel>> =>
    Object.fromEntries(
      Object.entries(sources).map(([field, source]) => [
        field,
        rule(
          source,
          // Checked machines only name fields of their entity.
          parts.fields.find((one) => one.name === field)!,
        ),
      ]),
    )
  return present({
    name,
    label: raw['x-label'],
    help: raw['x-help'],
    tone: raw.tone ?? 'none',
    icon: raw.icon,
    from: patternsOf(raw.from, states),
    to: targetOf(raw, states),
    input,
    guards: guardsOf(raw).map((guard) =>
      present({
        rule: rule(guard.rule, 'condition'),
        message: guard.message,
        values: messageNumbersOf(guard, scope),
      }),
    ),
    preview: raw.preview && computed(raw.preview),
    set: computed(raw.set ?? {}),
    effects: raw.effects ?? [],
    undo: raw.undo ?? null,
    rights: Object.entries(raw['x-rights'] ?? {}).map(([right, label]) => ({ name: right, label })),
  })
}

function prefilled(input: InputModel, { prefill }: RawMachineAction, fields: readonly FieldModel[]): InputModel {
  const source = prefill?.[input.name]
  if (source === undefined) return input
  const result = readRule(source, input, prefillScope(fields))
  if ('fault' in result) throw new Error(result.fault.message.en)
  return { ...input, prefill: result.rule }
}

/** `to` names one pattern; several options of a lone field are one pattern, too. */
export function targetOf({ to }: Pick<RawMachineAction, 'to'>, states: readonly FieldModel[]): StatePattern {
  return patternsOf(to, states)[0] ?? {}
}

export function guardsOf({ guard }: Pick<RawMachineAction, 'guard'>): readonly RawGuard[] {
  return guard === undefined ? [] : ([guard].flat() as readonly RawGuard[])
}

/** Names of the action's inputs, in order. */
export function inputNames({ input = [] }: Pick<RawMachineAction, 'input'>): readonly string[] {
  return input.flatMap((item) => (typeof item === 'string' ? [item] : Object.keys(item)))
}

function inputsOf(action: string, raw: RawMachineAction, { fields, inline }: MachineParts): readonly InputModel[] {
  const own = new Set((raw.input ?? []).filter((item) => typeof item === 'string'))
  return inputNames(raw).flatMap((name): readonly InputModel[] => {
    const stored = own.has(name)
    const field = stored
      ? fields.find((one) => one.name === name)
      : inline.get(action)?.find((one) => one.name === name)
    return field ? [{ ...field, readOnly: false, required: raw.required?.includes(name) ?? true, stored }] : []
  })
}
