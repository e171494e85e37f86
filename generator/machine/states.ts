/** States as schemas name them (options of the state fields) → states of the model (wire values). */
import type { FieldModel, State, StatePattern } from '../../runtime/protocol/index.ts'
import type { RawMachine, RawOptions, RawPattern, RawStates } from '../raw/documents.ts'

/** Names of the state fields. */
export function stateFieldsOf(raw: Pick<RawMachine, 'field' | 'fields'>): readonly string[] {
  return raw.fields ?? (raw.field === undefined ? [] : [raw.field])
}

/** The wire value of an option of the field; undefined when there is no such option. */
export function valueOf(field: FieldModel, option: string): number | string | undefined {
  return field.options?.find((one) => one.name === option)?.value
}

/** Patterns of states: a lone name means the machine's only field, nothing means any state. */
export function patternsOf(
  raw: RawStates | RawOptions | undefined,
  fields: readonly FieldModel[],
): readonly StatePattern[] {
  if (raw === undefined) return [{}]
  const items: readonly (string | RawPattern)[] = Array.isArray(raw) ? raw : [raw as string | RawPattern]
  const lone = items.filter((item) => typeof item === 'string')
  const patterns = items
    .filter((item): item is RawPattern => typeof item !== 'string')
    .map((item) => patternOf(item, fields))
  return lone.length === 0 ? patterns : [patternOf({ [fields[0]?.name ?? '']: lone }, fields), ...patterns]
}

/** The state of a new record. */
export function initialOf({ initial }: Pick<RawMachine, 'initial'>, fields: readonly FieldModel[]): State {
  const named = typeof initial === 'string' ? { [fields[0]?.name ?? '']: initial } : initial
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, named?.[field.name] ?? '')
      return value === undefined ? [] : [[field.name, value]]
    }),
  )
}

function patternOf(raw: RawPattern, fields: readonly FieldModel[]): StatePattern {
  return Object.fromEntries(
    Object.entries(raw).flatMap(([name, options]) => {
      const field = fields.find((one) => one.name === name)
      return field
        ? [
            [
              name,
              [options]
                .flat()
                .map((option) => valueOf(field, option))
                .filter((value) => value !== undefined),
            ],
          ]
        : []
    }),
  )
}
