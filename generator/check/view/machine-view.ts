/** A machine as the rules look at it: its state fields with their options, its actions as far as they are sound. */
import type { FieldModel } from '../../../runtime/protocol/index.ts'
import { isObject, member, objectOf } from '../../source/json.ts'
import { stateFieldsOf } from '../../machine/states.ts'
import { fieldModel, type EnumDocuments } from '../../normalize/entity.ts'
import type { RawEnum, RawMachine } from '../../raw/documents.ts'
import { asRaw } from '../../raw/as-raw.ts'
import { isSound } from './document.ts'
import type { EntityView, View } from './view.ts'

export interface MachineView {
  readonly entity: EntityView
  readonly raw: RawMachine
  /** Declared state fields that are enums, in the machine's order. */
  readonly states: readonly FieldModel[]
  /** Every field it names exists and is an enum. */
  readonly isComplete: boolean
}

export const at = '/x-machine'

/** Machines whose keywords have the right shape: others are reported by the rules of keywords. */
export function machinesOf(view: View): readonly MachineView[] {
  const enums = enumsOf(view)
  return [...view.entities.values()].flatMap((entity) => {
    const raw = member(entity.document.value, 'x-machine')
    if (!isObject(raw) || !isSound(entity.document, at)) return []
    const names = stateFieldsOf(asRaw<RawMachine>(raw))
    const states = names.flatMap((name) => stateField(entity, name, enums) ?? [])
    return [
      {
        entity,
        raw: asRaw<RawMachine>(raw),
        states,
        isComplete: names.length > 0 && states.length === names.length,
      },
    ]
  })
}

export const enumsOf = (view: View): EnumDocuments =>
  new Map([...view.enums].map(([path, document]) => [path, asRaw<RawEnum>(document.value)]))

function stateField(entity: EntityView, name: string, enums: EnumDocuments): FieldModel | null {
  const field = entity.fields.get(name)
  if (!field || !isSound(entity.document, `/properties/${name}`)) return null
  const { default: _unused, ...rest } = field
  const model = fieldModel(name, rest, true, entity.document.file, enums)
  return model.options && member(field, 'type') !== 'array' ? model : null
}

/** Names of the postings the entity declares. */
export const postingsOf = ({ entity }: MachineView): readonly string[] =>
  Object.keys(objectOf(member(entity.document.value, 'x-posting')))
