import { isObject, member, type Json } from '../../source/json.ts'
import { stateFieldsOf, valueOf } from '../../machine/states.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { RawMachine } from '../../raw/documents.ts'
import { escaped } from '../view/document.ts'
import { at, machinesOf, type MachineView } from '../view/machine-view.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'

export const machineStates: Rule = {
  code: 'TW1801',
  name: 'The states of a machine are options of enum fields',
  find: (view) =>
    machinesOf(view).flatMap((machine) => [
      ...checkFields(machine),
      ...(machine.isComplete ? [...checkComplete(machine), ...checkPatterns(machine), ...checkInitial(machine)] : []),
    ]),
}

function checkFields({ entity, raw, states }: MachineView): readonly Problem[] {
  const names = stateFieldsOf(raw)
  if (names.length === 0 && !refersToStates(raw)) return []
  if (names.length === 0 || (raw.field !== undefined && raw.fields !== undefined)) {
    return [
      problemOf('TW1801', entity.document, at, 'name', {
        message: both('请使用 field 或 fields 之一。', 'Use either field or fields.'),
      }),
    ]
  }
  return names.flatMap((name, index) => {
    if (states.some((state) => state.name === name)) return []
    const enums = [...entity.fields]
      .filter(([, field]) => field['enum'] !== undefined || field['$ref'] !== undefined)
      .map(([key]) => key)
    return [
      problemOf('TW1801', entity.document, raw.fields ? `${at}/fields/${index}` : `${at}/field`, 'value', {
        message: both(`“${name}”不是本实体的枚举字段。`, `"${name}" is not an enum field of this entity.`),
        hint: didYouMean(suggest(name, enums)),
      }),
    ]
  })
}

const ofMachines = ['initial', 'final', 'editable', 'deletable'] as const
const ofActions = ['from', 'to'] as const

/** A machine without states must not use the keywords of states. */
const refersToStates = (raw: RawMachine): boolean =>
  ofMachines.some((keyword) => raw[keyword] !== undefined) ||
  Object.values(raw.actions).some((action) => ofActions.some((keyword) => action[keyword] !== undefined))

/** Where there are states, every action declares `from` and `to`. */
function checkComplete({ entity, raw }: MachineView): readonly Problem[] {
  return Object.entries(raw.actions).flatMap(([name, action]) =>
    ofActions
      .filter((keyword) => action[keyword] === undefined)
      .map((keyword) =>
        problemOf('TW1801', entity.document, `${at}/actions/${escaped(name)}`, 'name', {
          message: both(`操作“${name}”缺少“${keyword}”。`, `The action "${name}" has no "${keyword}".`),
        }),
      ),
  )
}

/** Each keyword that names states, with its place. */
function checkPatterns(machine: MachineView): readonly Problem[] {
  const { raw } = machine
  const inActions = Object.entries(raw.actions).flatMap(([name, action]) =>
    ofActions.map((keyword) => [`actions/${escaped(name)}/${keyword}`, action[keyword]] as const),
  )
  const keywords = [...ofMachines.map((keyword) => [keyword, raw[keyword]] as const), ...inActions]
  return keywords.flatMap(([path, value]) => checkPattern(machine, `${at}/${path}`, value as Json | undefined))
}

function checkPattern(machine: MachineView, pointer: string, value: Json | undefined): readonly Problem[] {
  if (typeof value === 'string')
    return checkOption(machine, pointer, machine.states.length === 1 ? (machine.states[0]?.name ?? null) : null, value)
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) => checkPattern(machine, `${pointer}/${index}`, item))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([field, options]) =>
    [options as Json]
      .flat()
      .flatMap((option, index) =>
        checkOption(
          machine,
          Array.isArray(options) ? `${pointer}/${escaped(field)}/${index}` : `${pointer}/${escaped(field)}`,
          field,
          String(option),
        ),
      ),
  )
}

function checkOption(
  { entity, states }: MachineView,
  pointer: string,
  name: string | null,
  option: string,
): readonly Problem[] {
  const problem = (zh: string, en: string, suggestion: string | null = null): readonly Problem[] => [
    problemOf('TW1801', entity.document, pointer, 'value', { message: both(zh, en), hint: didYouMean(suggestion) }),
  ]
  if (name === null)
    return problem(
      `状态由 ${states.length} 个字段组成，请指明“${option}”属于哪个字段。`,
      `The state consists of ${states.length} fields. Specify the field of "${option}".`,
    )
  const field = states.find((candidate) => candidate.name === name)
  if (!field)
    return problem(
      `“${name}”不是状态字段。`,
      `"${name}" is not a state field.`,
      suggest(
        name,
        states.map((state) => state.name),
      ),
    )
  if (valueOf(field, option) !== undefined) return []
  return problem(
    `“${name}”没有选项“${option}”。`,
    `"${name}" has no option "${option}".`,
    suggest(
      option,
      (field.options ?? []).map((option) => option.name),
    ),
  )
}

/** A new record has a value in every state field, and a default must agree with it. */
function checkInitial({ entity, raw, states }: MachineView): readonly Problem[] {
  const { initial } = raw
  const [first] = states
  const initialNames = typeof initial === 'string' ? (first ? { [first.name]: initial } : {}) : initial
  return states.flatMap((field) => {
    const option = initialNames?.[field.name]
    if (option === undefined)
      return [
        problemOf('TW1801', entity.document, `${at}/initial`, 'value', {
          message: both(`缺少“${field.name}”的初始状态。`, `The initial state of "${field.name}" is missing.`),
        }),
      ]
    const start = member(entity.fields.get(field.name), 'default')
    if (start === undefined || start === valueOf(field, option) || valueOf(field, option) === undefined) return []
    return [
      problemOf('TW1801', entity.document, `/properties/${escaped(field.name)}/default`, 'value', {
        message: both(`默认值与初始状态“${option}”不一致。`, `The default differs from the initial state "${option}".`),
      }),
    ]
  })
}
