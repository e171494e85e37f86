/** `<module>/<entity>/machine.ts`: the transition table of something that lives in the client only. */
import { fieldOf, type FieldModel, type StatePattern } from '../../runtime/protocol/index.ts'
import { matches } from '../machine/state-space.ts'
import type { Entity } from '../link/schema-set.ts'
import { folderOf } from './folder.ts'
import { keyOf, literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

/** Nothing for stored entities, whose machine is part of the table model, and for states made of several fields. */
export function emitTransitions({ model, source, variable, type }: Entity): readonly Output[] {
  const { machine } = model
  if (model.storage !== 'none' || !machine || machine.fields.length !== 1) return []
  // There is exactly one state field, and a checked machine only names fields of its entity.
  const field = fieldOf(model, machine.fields[0]!)!
  const actions = machine.actions.map(
    ({ name, from, to }) =>
      `    ${name}: { from: ${literal(valuesIn(field, from))}, to: ${literal(to[field.name]?.[0] ?? null)} },`,
  )
  const body = [
    "import type { Transitions } from 'tablewright/protocol'\n",
    `export const ${variable}Machine = {`,
    '  states: {',
    ...(field.options ?? []).map((option) => `    ${keyOf(option.name)}: ${literal(option.value)},`),
    '  },',
    `  initial: ${literal(machine.initial[field.name])},`,
    '  actions: {',
    ...actions,
    '  },',
    `  deletable: ${literal(valuesIn(field, machine.deletable ?? [{}]))},`,
    '} as const satisfies Transitions<string, string | number, string>\n',
    `export type ${type}State = (typeof ${variable}Machine.states)[keyof typeof ${variable}Machine.states]`,
    `export type ${type}Action = keyof typeof ${variable}Machine.actions`,
  ]
  return [typescript(`${folderOf(model)}/machine.ts`, `schemas/${source}`, body.join('\n'))]
}

const valuesIn = (field: FieldModel, patterns: readonly StatePattern[]): readonly (string | number)[] =>
  (field.options ?? []).map((option) => option.value).filter((value) => matches(patterns, { [field.name]: value }))
