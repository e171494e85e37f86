/** Makes up records that the schemas allow, with the records they refer to. */
import {
  fieldsOfLine,
  holdsLines,
  refersToMany,
  type FieldModel,
  type RelationModel,
  type TableModel,
  type WireValue,
} from '../protocol/index.ts'
import type { TestClient } from './client.ts'
import { sampleValue } from './values.ts'

type Values = Readonly<Record<string, WireValue>>

/**
 * Records of one entity. Only fields that the schema requires get a value; name others in `values`, as well as those
 * whose value a pattern, a rule or a hook decides.
 */
export interface Factory<Input extends object = Values> {
  /** The body of a new record without the references it requires. */
  build(values?: Partial<Input>): Partial<Input>
  /** Adds a record, and before it those that it has to refer to. Returns its id. Throws a RefusedError. */
  create(values?: Partial<Input>): Promise<number>
}

interface FactoryParts {
  /** Adds the records. */
  readonly client: TestClient
  /** The model of an entity. Throws when there is none of that id. */
  readonly modelOf: (entity: string) => TableModel
  /** Counts the records of each entity from 1. */
  readonly nextNumber: (entity: string) => number
}

export function createFactory<Input extends object>(model: TableModel, parts: FactoryParts): Factory<Input> {
  const make = (given: object): Values => ({ ...plainValues(model.fields, parts.nextNumber(model.id)), ...given })
  return {
    build: (values = {}) => make(values) as Partial<Input>,
    async create(values = {}) {
      const body = make(values)
      return parts.client.add(model.id, { ...body, ...(await related(model.fields, body, parts)) })
    },
  }
}

/** Values of the required fields that refer to nothing. */
const plainValues = (fields: readonly FieldModel[], number: number): Values =>
  Object.fromEntries(
    requiredFields(fields)
      .filter((field) => field.relation === undefined && !holdsLines(field))
      .map((field) => [field.name, sampleValue(field, number)]),
  )

/** Required references to new records, and required lines, unless the record has them. */
async function related(fields: readonly FieldModel[], given: object, parts: FactoryParts): Promise<Values> {
  const made: Record<string, WireValue> = {}
  // A record that has to fit another one comes after it.
  const filters = ({ relation }: FieldModel): number => relation?.filter.length ?? 0
  for (const field of requiredFields(fields).toSorted((one, other) => filters(one) - filters(other))) {
    if (Object.hasOwn(given, field.name)) continue
    if (holdsLines(field)) made[field.name] = await lines(field, parts)
    else if (field.relation) {
      const values = fitting(field.relation, { ...given, ...made })
      const id = await createFactory(parts.modelOf(field.relation.to), parts).create(values)
      made[field.name] = refersToMany(field) ? [id] : id
    }
  }
  return made
}

/** What a record must contain so that this one may refer to it. */
const fitting = ({ filter }: RelationModel, given: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    filter.flatMap(({ column, field, value }) => {
      const wanted = field === undefined ? value : given[field]
      return wanted === undefined ? [] : [[column, wanted]]
    }),
  )

/** As few lines as the field allows, at least one. */
async function lines(field: FieldModel, parts: FactoryParts): Promise<readonly WireValue[]> {
  const made: Values[] = []
  for (let number = 1; number <= Math.max(field.minItems ?? 1, 1); number++) {
    const plain = plainValues(fieldsOfLine(field), number)
    made.push({ ...plain, ...(await related(fieldsOfLine(field), plain, parts)) })
  }
  return made
}

/** Fields without which a record is refused. */
const requiredFields = (fields: readonly FieldModel[]): readonly FieldModel[] =>
  fields.filter((field) => field.required && !field.readOnly && !field.implicit)
