/** An action of a state machine leaves what the rules of the table make of the new state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FieldModel, MachineActionModel, TableModel } from 'tablewright/protocol'
import { fullScope } from '../../../generator/rule/scope.ts'
import { runAction } from '../../../runtime/server/records/actions/run-action.ts'
import { create } from '../../../runtime/server/records/create.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, tableModel } from '../../support/models.ts'
import { scopeOn } from '../records/scope.ts'
import { rule } from './schema-set.ts'

const text = (name: string) => ({ 'zh-cn': name, en: name })
const options = [
  ['open', 0],
  ['closed', 1],
].map(([name, value]) => ({ name: String(name), value: value!, label: text(String(name)), tone: 'none' as const }))
const own: readonly FieldModel[] = [
  field('name', 'text', { required: true }),
  field('status', 'enum', { options, default: 0, readOnly: true }),
  field('price', 'decimal', { scale: 2 }),
  field('due', 'decimal', { scale: 2, readOnly: true }),
  field('remind', 'text'),
]
const scopeOfRules = fullScope(own)
const close: MachineActionModel = {
  name: 'close',
  label: text('close'),
  tone: 'none',
  from: [{ status: [0] }],
  to: { status: [1] },
  input: [],
  guards: [],
  set: { price: rule('price + 1', own[2]!, scopeOfRules) },
  effects: [],
  undo: null,
  rights: [],
}
const bill: TableModel = {
  ...tableModel('t/bill', {
    title: 'name',
    fields: own.map((one) => ({
      ...one,
      ...(one.name === 'due' && {
        computed: { rule: rule("status == 'closed' ? 0.00 : price", one, scopeOfRules), stored: true },
      }),
      ...(one.name === 'remind' && { when: rule("status == 'open'", 'condition', scopeOfRules) }),
    })),
  }),
  machine: { fields: ['status'], initial: { status: 0 }, actions: [close], editable: null, deletable: null, final: [] },
}

describe.each(engines)('actions and rules on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  beforeAll(async () => {
    database = await engine.open([bill])
    scope = scopeOn(database, [bill])
  })
  afterAll(() => database?.dispose())

  it('computes anew and empties what does not exist in the new state', async () => {
    const { id } = await create(scope, bill, { name: 'one', price: '5.00', remind: 'monday' })
    const row = async () => database.query.selectFrom(bill.table).selectAll().where('id', '=', id).executeTakeFirst()
    expect(await row()).toMatchObject({ status: 0, price: 500, due: 500, remind: 'monday' })
    await runAction(scope, bill, 'close', { id })
    expect(await row()).toMatchObject({ status: 1, price: 600, due: 0, remind: null })
  })
})
