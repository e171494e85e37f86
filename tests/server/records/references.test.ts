/** Lists of references: ids that exist, names beside them, questions about members, what deletion does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../../runtime/server/records/create.ts'
import { read } from '../../../runtime/server/records/read.ts'
import { remove } from '../../../runtime/server/records/remove.ts'
import { update } from '../../../runtime/server/records/update.ts'
import type { Scope } from '../../../runtime/server/operation/scope.ts'
import { engines, type TestDatabase } from '../../support/databases.ts'
import { field, reference, tableModel } from '../../support/models.ts'
import { ids, index, scopeOn } from './scope.ts'

const tag = tableModel('shop/tag', { softDelete: 'deleted', fields: [field('name', 'text', { required: true })] })
const label = tableModel('shop/label', { fields: [field('name', 'text', { required: true })] })
const listOf = (name: string, to: typeof tag, onDelete: 'restrict' | 'null') => {
  const one = reference(name, to, onDelete)
  return { ...one, kind: 'references' as const, relation: { ...one.relation!, as: `${name}Records` } }
}
const item = tableModel('shop/item', {
  fields: [field('name', 'text'), listOf('tags', tag, 'restrict'), listOf('labels', label, 'null')],
})

describe.each(engines)('lists of references on $name', (engine) => {
  let database: TestDatabase
  let scope: Scope
  const made: number[] = []
  beforeAll(async () => {
    database = await engine.open([tag, label, item])
    scope = scopeOn(database, [tag, label, item])
    for (const name of ['red', 'green', 'blue']) made.push((await create(scope, tag, { name })).id)
    for (const name of ['one', 'two']) await create(scope, label, { name })
  })
  afterAll(() => database.dispose())

  it('take ids as numbers, texts or one text, in their order', async () => {
    const { id } = await create(scope, item, { name: 'a', tags: ['3', 1] })
    expect((await read(scope, item, id)).row).toMatchObject({
      tags: [3, 1],
      tagsRecords: [
        { id: 3, name: 'blue' },
        { id: 1, name: 'red' },
      ],
      labels: [],
      labelsRecords: [],
    })
    await update(scope, item, { id, tags: '2,1' })
    expect((await read(scope, item, id)).row).toMatchObject({ tags: [2, 1] })
  })

  it.each([[[99]], [['x']], [[1, 1]], [[-1]], [{}]])('refuse %j', async (tags) => {
    await expect(create(scope, item, { name: 'b', tags })).rejects.toMatchObject({
      code: 'invalid',
      details: { errors: { tags: expect.any(String) as string } },
    })
  })

  it('refuse deleted ones, but keep those a record had', async () => {
    const { id: old } = await create(scope, tag, { name: 'old' })
    const { id } = await create(scope, item, { name: 'c', tags: [old, 1] })
    await database.write((trx) => trx.updateTable('shop_tag').set({ deleted: 5 }).where('id', '=', old).execute())
    expect(await update(scope, item, { id, name: 'c2', tags: [old, 1] })).toEqual({ id })
    await expect(update(scope, item, { id, tags: [old] })).rejects.toMatchObject({ code: 'invalid' })
    expect((await read(scope, item, id)).row['tagsRecords']).toEqual([
      { id: old, name: 'old', deleted: true },
      { id: 1, name: 'red' },
    ])
    await remove(scope, item, [id])
  })

  it('are named in lists, whatever the page holds', async () => {
    await create(scope, item, { name: 'd', tags: [1], labels: [1, 2] })
    const { list } = await index(scope, item, 'order=id,asc')
    expect(
      list.map((row) => [
        row['name'],
        (row['tagsRecords'] as { name: string }[]).map((one) => one.name),
        (row['labelsRecords'] as { name: string }[]).map((one) => one.name),
      ]),
    ).toEqual([
      ['a', ['green', 'red'], []],
      ['d', ['red'], ['one', 'two']],
    ])
  })

  it.each([
    ['FIND_IN_SET', '1', ['a', 'd']],
    ['FIND_IN_SET', '2', ['a']],
    ['IN', '2,3', ['a']],
    ['NOT IN', '2', ['d']],
    ['eq', '1', ['d']],
  ])('are asked by %s %s', async (operator, val, names) => {
    const found = await index(
      scope,
      item,
      `order=id,asc&search[0][field]=tags&search[0][operator]=${encodeURIComponent(operator)}&search[0][val]=${val}`,
    )
    expect(found.list.map((row) => row['name'])).toEqual(names)
  })

  it('keep what they name, or lose it', async () => {
    await expect(remove(scope, tag, [2])).rejects.toMatchObject({
      code: 'in_use',
      details: { references: [{ table: 'shop/item', title: 'a' }] },
    })
    expect(await remove(scope, tag, [3])).toEqual({ count: 1 })
    expect(await remove(scope, label, [1])).toEqual({ count: 1 })
    const [first] = await ids(scope, item, 'search[0][field]=labels&search[0][operator]=FIND_IN_SET&search[0][val]=2')
    expect((await read(scope, item, first)).row).toMatchObject({ labels: [2], version: 2 })
    expect(made).toEqual([1, 2, 3])
  })
})
