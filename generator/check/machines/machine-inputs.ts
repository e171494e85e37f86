import { isColumn } from '../../../runtime/protocol/index.ts'
import { isObject, member, objectOf, type JsonObject } from '../../source/json.ts'
import { kindOf } from '../../normalize/field-kind.ts'
import { inputNames } from '../../machine/machine.ts'
import { fieldModel } from '../../normalize/entity.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { RawMachineAction } from '../../raw/documents.ts'
import { escaped } from '../view/document.ts'
import { enumDocumentOf } from '../view/enum-document.ts'
import { at, enumsOf, machinesOf, type MachineView } from '../view/machine-view.ts'
import { isName } from '../names/name-pattern.ts'
import { problemOf, type Rule } from '../rule.ts'
import { didYouMean, suggest } from '../../source/suggest.ts'
import type { View } from '../view/view.ts'

export const machineInputs: Rule = {
  code: 'TW1807',
  name: 'The inputs of an action exist, and only "to" changes a state',
  find: (view) =>
    machinesOf(view).flatMap((machine) =>
      Object.entries(machine.raw.actions).flatMap(([name, action]) => [
        ...checkInputs(machine, name, action, view),
        ...checkPostings(machine, name, action, view),
        ...checkRequired(machine, name, action),
        ...checkPrefilled(machine, name, action),
        ...checkPreviewed(machine, name, action),
        ...checkTargets(machine, name, action, view),
      ]),
    ),
}

/** Keys of the body that identify the record and its version. */
const reserved = ['id', 'ids', 'version']

interface NamedInput {
  readonly name: string
  readonly pointer: string
  /** Null for a field of the entity. */
  readonly inline: JsonObject | null
}

function inputsOf(name: string, { input = [] }: RawMachineAction): readonly NamedInput[] {
  return input.flatMap((item, index): readonly NamedInput[] => {
    const pointer = `${at}/actions/${escaped(name)}/input/${index}`
    if (typeof item === 'string') return [{ name: item, pointer, inline: null }]
    return Object.entries(objectOf(item)).map(([one, field]) => ({
      name: one,
      pointer: `${pointer}/${escaped(one)}`,
      inline: objectOf(field),
    }))
  })
}

function checkInputs(machine: MachineView, action: string, raw: RawMachineAction, view: View): readonly Problem[] {
  const all = inputsOf(action, raw)
  return all.flatMap((one, index) => {
    const why =
      all.findIndex((other) => other.name === one.name) < index
        ? both(`“${one.name}”出现了两次。`, `"${one.name}" is listed twice.`)
        : one.inline
          ? findInlineConflict(machine, one.name, one.inline, view)
          : findFieldConflict(machine, one.name, view)
    if (why === null) return []
    const hint =
      one.inline || machine.entity.fields.has(one.name)
        ? null
        : didYouMean(suggest(one.name, [...machine.entity.fields.keys()]))
    return [
      problemOf('TW1807', machine.entity.document, one.pointer, one.inline ? 'name' : 'value', { message: why, hint }),
    ]
  })
}

function findFieldConflict({ entity, states }: MachineView, name: string, view: View) {
  const field = entity.fields.get(name)
  if (!field) return both(`“${entity.id}”没有字段“${name}”。`, `"${entity.id}" has no field "${name}".`)
  if (states.some((state) => state.name === name))
    return both(
      `状态“${name}”由操作改变，不能填写。`,
      `"${name}" is a state, which only actions change. It cannot be an input.`,
    )
  const model = fieldModel(name, field, false, entity.document.file, enumsOf(view))
  return isColumn(model)
    ? null
    : both(`“${name}”是明细，不能在操作中填写。`, `"${name}" contains lines and cannot be an input.`)
}

function findInlineConflict({ entity }: MachineView, name: string, field: JsonObject, view: View) {
  if (!isName(name) || reserved.includes(name))
    return both(`“${name}”不能作为输入的名称。`, `"${name}" cannot be the name of an input.`)
  if (entity.fields.has(name) || entity.implicit.has(name))
    return both(
      `实体已有字段“${name}”，请直接写它的名称。`,
      `The entity already has a field "${name}". Use its name instead.`,
    )
  if (kindOf(field) === null) return both(`“${name}”的类型无法识别。`, `The type of "${name}" does not match any kind.`)
  if (isObject(field['x-label'])) return null
  const shared = enumDocumentOf(field, entity, view)
  return shared && isObject(shared.value['x-label'])
    ? null
    : both(`“${name}”没有名称（x-label）。`, `"${name}" has no label (x-label).`)
}

/**
 * Events are distinguished by the number the ledger counts them by: that is what the input is called, and what a
 * reversal looks for.
 */
function checkPostings({ entity }: MachineView, action: string, raw: RawMachineAction, view: View): readonly Problem[] {
  const choosing = inputsOf(action, raw).filter(({ inline }) => inline && member(inline, 'x-widget') === 'posting')
  const postings = objectOf(member(entity.document.value, 'x-posting'))
  const ledgers = (raw.effects ?? []).flatMap((effect) =>
    'reverse' in effect ? [String(member(objectOf(postings[String(effect.reverse)]), 'ledger'))] : [],
  )
  const counts = ledgers.map((id) =>
    member(
      objectOf(member(objectOf(member(view.entities.get(id)?.document.value ?? {}, 'x-ledger')), 'document')),
      'seq',
    ),
  )
  return choosing
    .filter(({ name, inline }) => !counts.includes(name) || !inline || kindOf(inline) !== 'integer')
    .map(({ name, pointer }) =>
      problemOf('TW1807', entity.document, `${pointer}/x-widget`, 'value', {
        message: both(
          `“${name}”不是操作所冲销台账的过账序号。`,
          `"${name}" is not the posting number of the ledger that the action reverses.`,
        ),
        hint:
          counts.length === 0
            ? both('操作没有 reverse。', 'the action has no reverse effect')
            : both(
                `应为整数 ${counts.map(String).join('、')}。`,
                `expected an integer named ${counts.map(String).join(' or ')}`,
              ),
      }),
    )
}

function checkRequired({ entity }: MachineView, action: string, raw: RawMachineAction): readonly Problem[] {
  const names = inputNames(raw)
  return (raw.required ?? []).flatMap((name, index) =>
    names.includes(name)
      ? []
      : [
          problemOf('TW1807', entity.document, `${at}/actions/${escaped(action)}/required/${index}`, 'value', {
            message: both(`操作没有输入“${name}”。`, `The action has no input "${name}".`),
            hint: didYouMean(suggest(name, names)),
          }),
        ],
  )
}

function checkPrefilled({ entity }: MachineView, action: string, raw: RawMachineAction): readonly Problem[] {
  const names = inputNames(raw)
  return Object.keys(raw.prefill ?? {})
    .filter((name) => !names.includes(name))
    .map((name) =>
      problemOf('TW1807', entity.document, `${at}/actions/${escaped(action)}/prefill/${escaped(name)}`, 'name', {
        message: both(`操作没有输入“${name}”。`, `The action has no input "${name}".`),
        hint: didYouMean(suggest(name, names)),
      }),
    )
}

function checkPreviewed({ entity }: MachineView, action: string, raw: RawMachineAction): readonly Problem[] {
  return Object.keys(raw.preview ?? {})
    .filter((name) => !entity.fields.has(name))
    .map((name) =>
      problemOf('TW1807', entity.document, `${at}/actions/${escaped(action)}/preview/${escaped(name)}`, 'name', {
        message: both(`“${entity.id}”没有字段“${name}”。`, `"${entity.id}" has no field "${name}".`),
        hint: didYouMean(suggest(name, [...entity.fields.keys()])),
      }),
    )
}

/** A state with one possible outcome needs no rule; one with several does. */
function checkTargets(machine: MachineView, action: string, raw: RawMachineAction, view: View): readonly Problem[] {
  const { entity, states } = machine
  return Object.keys(raw.set ?? {}).flatMap((name) => {
    const field = entity.fields.get(name)
    const state = states.find((candidate) => candidate.name === name)
    const options = typeof raw.to === 'string' || Array.isArray(raw.to) ? raw.to : objectOf(raw.to)[name]
    const why = !field
      ? both(`“${entity.id}”没有字段“${name}”。`, `"${entity.id}" has no field "${name}".`)
      : state && !(Array.isArray(options) && options.length > 1)
        ? both(`“${name}”由 to 决定。`, `"${name}" is set by "to".`)
        : !isColumn(fieldModel(name, field, false, entity.document.file, enumsOf(view)))
          ? both(`“${name}”是明细，不能由规则写入。`, `"${name}" contains lines and cannot be set by a rule.`)
          : null
    return why === null
      ? []
      : [
          problemOf('TW1807', entity.document, `${at}/actions/${escaped(action)}/set/${escaped(name)}`, 'name', {
            message: why,
            hint: field ? null : didYouMean(suggest(name, [...entity.fields.keys()])),
          }),
        ]
  })
}
