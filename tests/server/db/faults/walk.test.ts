/**
 * Random changes of a schema over records, one after the other, on both engines at once: values that should survive do,
 * as people read them, both engines end equal, and planning again finds nothing to do.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { kinds, type FieldModel, type StoredValue, type WireValue, type TableModel } from 'tablewright/protocol'
import { applyPlan, planDatabase, prepareDatabase, type Database } from '../../../../runtime/server/db/index.ts'
import { engines, openAt } from '../../../support/databases.ts'
import { field, reference, tableModel } from '../../../support/models.ts'

/** Changes of a walk. */
const count = Number(process.env['TABLEWRIGHT_TEST_CHANGES'] ?? 12)
const walks = Number(process.env['TABLEWRIGHT_TEST_WALKS'] ?? 1)

interface Entity {
  readonly id: string
  readonly fields: readonly FieldModel[]
  readonly more: Partial<TableModel>
}
type Schema = readonly Entity[]

/** A number from 0 up to, but not including, the given one. */
type Pick = (below: number) => number

const option = (name: string, value: number, more: Partial<NonNullable<FieldModel['options']>[number]> = {}) => ({
  name,
  value,
  label: { 'zh-cn': name, en: name },
  tone: 'none' as const,
  ...more,
})

const shapes: readonly ((name: string, pick: Pick) => FieldModel)[] = [
  (name, pick) => field(name, 'text', { maxLength: 10 + pick(20) }),
  (name) => field(name, 'integer'),
  (name, pick) => field(name, 'decimal', { scale: pick(5) }),
  (name) => field(name, 'date'),
  (name) => field(name, 'tags'),
  (name, pick) =>
    field(name, 'enum', { options: Array.from({ length: 2 + pick(3) }, (_one, at) => option(`o${at}`, at + 1)) }),
]

/** A wire value of the field; null where nothing fits. */
function valueOf({ kind, options = [], scale = 0 }: FieldModel, pick: Pick): WireValue {
  if (pick(4) === 0) return null
  switch (kind) {
    case 'text':
      return pick(2) === 0 ? String(pick(50)) : 'word'.slice(pick(3))
    case 'integer':
      return pick(50) - 10
    case 'decimal':
      return ((pick(1000) - 100) / 10 ** scale).toFixed(scale)
    case 'date':
      return `2026-01-${String(10 + pick(19))}`
    case 'tags':
      return pick(2) === 0 ? [] : [`t${pick(3)}`]
    case 'set':
      return options.filter(() => pick(3) === 0).map((one) => one.value)
    case 'enum':
      return options[pick(options.length)]?.value ?? null
    case 'reference':
      return 1 + pick(3)
    default:
      return null
  }
}

const modelsOf = (schema: Schema): readonly TableModel[] => {
  const plain = new Map(schema.map(({ id, fields }) => [id, tableModel(id, { fields })]))
  return schema.map(({ id, fields, more }) =>
    tableModel(id, {
      fields: fields.map((one) => {
        const target = one.relation && plain.get(one.relation.to)
        return target && one.relation ? { ...one, relation: { ...one.relation, table: target.table } } : one
      }),
      ...more,
    }),
  )
}

const isNumeric = ({ kind }: FieldModel): boolean => kind === 'integer' || kind === 'decimal'

/** A changed schema, or null where the change makes no sense. `used` are names that were never given before. */
type Change = (schema: Schema, pick: Pick, fresh: () => string) => Schema | null

const at = <T>(list: readonly T[], pick: Pick): T | undefined => list[pick(list.length)]

const changeField =
  (change: (one: FieldModel, pick: Pick, schema: Schema, fresh: () => string) => FieldModel | null): Change =>
  (schema, pick, fresh) => {
    const entity = at(schema, pick)
    const own = entity?.fields.filter(({ name }) => name !== 'name') ?? []
    const one = at(own, pick)
    const changed = one && change(one, pick, schema, fresh)
    if (!entity || !changed) return null
    return replaced(schema, entity, { fields: entity.fields.map((field_) => (field_ === one ? changed : field_)) })
  }

const replaced = (schema: Schema, entity: Entity, change: Partial<Entity>): Schema =>
  schema.map((one) => (one === entity ? { ...entity, ...change } : one))

const plainOf = ({ name, renamedFrom, required }: FieldModel) => ({
  ...(renamedFrom !== undefined && { renamedFrom }),
  name,
  required,
})

const referTo = (one: FieldModel, schema: Schema, pick: Pick): FieldModel | null => {
  const target = at(schema, pick)
  if (!target) return null
  const rules = ['restrict', 'cascade', ...(one.required ? [] : ['null' as const])] as const
  const model = tableModel(target.id, { fields: target.fields })
  return reference(one.name, model, rules[pick(rules.length)] ?? 'restrict', plainOf(one))
}

const changes: Readonly<Record<string, Change>> = {
  'add a field': (schema, pick, fresh) => {
    const entity = at(schema, pick)
    const added = at(shapes, pick)?.(fresh(), pick)
    return entity && added ? replaced(schema, entity, { fields: [...entity.fields, added] }) : null
  },
  'add a required field': (schema, pick, fresh) => {
    const entity = at(schema, pick)
    const added = field(fresh(), 'integer', { required: true, default: pick(9) })
    return entity ? replaced(schema, entity, { fields: [...entity.fields, added] }) : null
  },
  'add a reference': (schema, pick, fresh) => {
    const entity = at(schema, pick)
    const added = referTo(field(fresh(), 'integer'), schema, pick)
    return entity && added ? replaced(schema, entity, { fields: [...entity.fields, added] }) : null
  },
  'remove a field': (schema, pick) => {
    const entity = at(schema, pick)
    const gone = at(entity?.fields.filter(({ name }) => name !== 'name') ?? [], pick)
    const isUsed = entity?.more.indexes?.some(({ on }) => gone && on.includes(gone.name))
    if (!entity || !gone || isUsed || entity.more.search?.includes(gone.name)) return null
    return replaced(schema, entity, { fields: entity.fields.filter((one) => one !== gone) })
  },
  'rename a field': (schema, pick, fresh) => {
    const entity = at(schema, pick)
    const one = at(entity?.fields.filter(({ name }) => name !== 'name') ?? [], pick)
    if (!entity || !one) return null
    const name = fresh()
    const renamed = (text: string): string => (text === one.name ? name : text)
    const { indexes = [], search = [] } = entity.more
    return replaced(schema, entity, {
      fields: entity.fields.map((field_) => (field_ === one ? { ...one, name, renamedFrom: one.name } : field_)),
      more: {
        ...entity.more,
        indexes: indexes.map((index) => ({ ...index, on: index.on.map(renamed) })),
        search: search.map(renamed),
      },
    })
  },
  'change a kind': changeField((one, pick) => {
    const changed = at(shapes, pick)?.(one.name, pick)
    return changed ? { ...changed, ...plainOf(one) } : null
  }),
  'change a scale': changeField((one, pick) => (one.kind === 'decimal' ? { ...one, scale: pick(5) } : null)),
  'change options': changeField((one, pick) =>
    one.options
      ? { ...one, options: one.options.toSpliced(pick(one.options.length), 1, option(`n${pick(99)}`, 10 + pick(9))) }
      : null,
  ),
  'one or several options': changeField((one) =>
    one.options ? { ...one, kind: one.kind === 'enum' ? 'set' : 'enum' } : null,
  ),
  'replace an option': changeField((one, pick) => {
    const [first, second, ...rest] = one.options ?? []
    if (!one.options || !first || !second || typeof first.value !== 'number') return null
    return { ...one, options: [option(second.name, 20 + pick(9), { replaces: [first.value] }), ...rest] }
  }),
  require: changeField((one) => ({ ...one, required: !one.required })),
  refer: changeField((one, pick, schema) =>
    one.kind === 'integer' || one.relation ? referTo(one, schema, pick) : null,
  ),
  'refer no more': changeField((one) => (one.relation ? field(one.name, 'integer', plainOf(one)) : null)),
  'switch soft deletion': (schema, pick) => {
    const entity = at(schema, pick)
    if (!entity) return null
    const softDelete = entity.more.softDelete ? null : 'deletetime'
    return replaced(schema, entity, { more: { ...entity.more, softDelete } })
  },
  'switch an index': (schema, pick) => {
    const entity = at(schema, pick)
    const one = at(entity?.fields ?? [], pick)
    if (!entity || !one) return null
    const indexes = entity.more.indexes?.length
      ? []
      : [{ name: 'look', on: [one.name, 'id'] as const, unique: pick(2) === 0 }]
    return replaced(schema, entity, { more: { ...entity.more, indexes } })
  },
  'switch the search': (schema, pick) => {
    const entity = at(schema, pick)
    const texts = entity?.fields.filter(({ kind }) => kind === 'text' || kind === 'decimal') ?? []
    const search = entity?.more.search?.length ? [] : texts.map(({ name }) => name)
    return entity ? replaced(schema, entity, { more: { ...entity.more, search } }) : null
  },
  'rename an entity': (schema, pick, fresh) => {
    const entity = at(schema, pick)
    if (!entity) return null
    const id = `walk/${fresh()}`
    const rename = (one: FieldModel): FieldModel =>
      one.relation?.to === entity.id ? { ...one, relation: { ...one.relation, to: id } } : one
    return replaced(schema, entity, { id, more: { ...entity.more, renamedFrom: entity.id } }).map((one) => ({
      ...one,
      fields: one.fields.map(rename),
    }))
  },
  'add an entity': (schema, _pick, fresh) => [
    ...schema,
    { id: `walk/${fresh()}`, fields: [field('name', 'text', { maxLength: 20 })], more: {} },
  ],
}

/** What people read: by entity and id, the values of its fields. */
async function read(database: Database, schema: Schema): Promise<Readonly<Record<string, unknown>>> {
  const found: Record<string, unknown> = {}
  for (const model of modelsOf(schema)) {
    const query = database.query.selectFrom(model.table).selectAll().orderBy('id')
    const rows = await (model.softDelete ? query.where(model.softDelete, 'is', null) : query).execute()
    const own = schema.find(({ id }) => id === model.id)?.fields ?? []
    for (const row of rows)
      for (const one of own)
        found[`${model.id} ${row['id']} ${one.name}`] = kinds[one.kind].toWire(row[one.name] ?? null, one)
  }
  return found
}

/** What must be the same afterwards, under its new name. */
function survivors(before: Readonly<Record<string, unknown>>, from: Schema, to: Schema): Record<string, unknown> {
  const expected: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(before)) {
    const [id = '', row = '', name = ''] = key.split(' ')
    const entity = to.find((one) => one.id === id) ?? to.find((one) => one.more.renamedFrom === id)
    const old = from.find((one) => one.id === id)?.fields.find((one) => one.name === name)
    const own =
      entity?.fields.find((one) => one.name === name) ?? entity?.fields.find((one) => one.renamedFrom === name)
    if (!entity || !old || !own) continue
    const isKept =
      own.kind === old.kind &&
      own.scale === old.scale &&
      own.options === old.options &&
      !(value === null && own.required)
    if (isKept) expected[`${entity.id} ${row} ${own.name}`] = value
    else if (isNumeric(old) && isNumeric(own) && value !== null)
      expected[`${entity.id} ${row} ${own.name}`] = expect.toSatisfy(
        (now: unknown) => Math.abs(Number(now) - Number(value)) <= 0.5 * 10 ** -(own.scale ?? 0) + 1e-9,
      )
  }
  return expected
}

async function insert(databases: readonly Database[], schema: Schema, pick: Pick): Promise<void> {
  for (const model of modelsOf(schema)) {
    const own = schema.find(({ id }) => id === model.id)?.fields ?? []
    const rows = Array.from({ length: 3 }, () =>
      Object.fromEntries(
        own.map((one): [string, StoredValue] => {
          const wire = valueOf(one, pick) ?? (one.required ? valueOf(one, (below) => below - 1) : null)
          return [one.name, wire === null ? null : kinds[one.kind].toStored(wire, one)]
        }),
      ),
    )
    for (const row of rows) {
      const values = model.softDelete && pick(4) === 0 ? { ...row, [model.softDelete]: 1 } : row
      const outcomes = []
      for (const database of databases)
        outcomes.push(
          await database
            .write((trx) => trx.insertInto(model.table).values(values).returning('id').executeTakeFirstOrThrow())
            .then(Number, () => null),
        )
      // Refused by both or by none: a value that is not unique, or a reference to nothing.
      expect(new Set(outcomes.map((one) => one === null)).size).toBe(1)
    }
  }
}

async function walk(pick: Pick): Promise<void> {
  let names = 0
  const fresh = (): string => `n${(names += 1)}`
  const places = [await engines[0]!.place(), await engines[1]!.place()] as const
  let databases = [await openAt(places[0]), await openAt(places[1])]
  const path: string[] = []
  try {
    let schema: Schema = ['walk/one', 'walk/two'].map((id) => ({
      id,
      fields: [
        field('name', 'text', { maxLength: 20 }),
        field(fresh(), 'decimal', { scale: 2 }),
        field(fresh(), 'integer'),
      ],
      more: {},
    }))
    for (const database of databases) await applyPlan(database, modelsOf(schema))
    await insert(databases, schema, pick)
    for (let done = 0; done < count;) {
      const [name, change] = at(Object.entries(changes), pick) ?? []
      const changed = change?.(schema, pick, fresh)
      if (!changed || name === undefined) continue
      done += 1
      const where = `${[...path, name].join(', ')}`
      const models = modelsOf(changed)
      const plans = [await planDatabase(databases[0]!, models), await planDatabase(databases[1]!, models)]
      const open = plans.map(({ steps }) =>
        steps
          .filter((step) => step.class !== 'safe')
          .map(({ kind, table, column, rows }) => `${kind} ${table} ${column} ${rows}`)
          .toSorted(),
      )
      expect(open[0], where).toEqual(open[1])
      const fits = plans[0]!.steps.every(
        (step) => step.class === 'safe' || !step.blocking || step.sql.length > 0 || step.kind === 'recompute',
      )
      if (!fits) continue
      path.push(name)
      const reads = []
      for (const [index, database] of databases.entries()) {
        const wanted = survivors(await read(database, schema), schema, changed)
        await applyPlan(database, models, { plan: plans[index]!.hash })
        const now = await read(database, changed)
        for (const key of Object.keys(wanted)) if (!(key in now)) delete wanted[key]
        expect(now, where).toMatchObject(wanted)
        const again = await planDatabase(database, models)
        expect(
          again.steps.filter((step) => step.blocking || step.class === 'safe'),
          where,
        ).toEqual([])
        await prepareDatabase(database, models, false)
        reads.push(now)
      }
      expect(reads[0], where).toEqual(reads[1])
      schema = changed.map(({ more: { renamedFrom: _former, ...more }, ...one }) => ({
        ...one,
        more,
        fields: one.fields.map(({ renamedFrom: _name, ...rest }) => rest),
      }))
      // Statements that were prepared for former types belong to a former process.
      for (const database of databases) await database.close()
      databases = [await openAt(places[0]), await openAt(places[1])]
      await insert(databases, schema, pick)
    }
  } finally {
    for (const database of databases) await database.close()
    for (const place of places) await place.remove()
  }
}

it('random changes keep what people read, and both engines agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), (numbers) => walk((below) => (numbers.next().value ?? 0) % below)),
    { numRuns: walks, endOnFailure: true },
  )
}, 600_000)
