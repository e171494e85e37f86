import type { KindName, StoredForm } from '../../../runtime/protocol/index.ts'
import { columnKeywords } from '../../normalize/implicit-fields.ts'
import { kindOf, ownsLines } from '../../normalize/field-kind.ts'
import { isObject, member, objectOf, textsOf } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

/** Kinds whose values a form of storage can hold; a form that is not listed suits every text. */
const kindsOfForm: Readonly<Partial<Record<StoredForm, readonly KindName[]>>> = {
  number: ['decimal'],
  boolean: ['enum'],
  date: ['date'],
  midnight: ['date'],
  datetime: ['datetime'],
  seconds: ['datetime'],
  milliseconds: ['datetime'],
  time: ['time'],
  size: ['integer'],
}

export const adoptedTables: Rule = {
  code: 'TW1411',
  name: 'Adopted tables name their columns, and nothing is added to them',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) =>
      isObject(member(entity.meta, 'adopted')) ? checkAdopted(entity, view) : checkOwn(entity),
    ),
}

function problem(
  entity: EntityView,
  pointer: string,
  zh: string,
  en: string,
  hint: readonly [string, string],
): Problem {
  return problemOf('TW1411', entity.document, pointer, 'name', { message: both(zh, en), hint: both(...hint) })
}

/** An own table has no foreign columns. */
function checkOwn(entity: EntityView): readonly Problem[] {
  return [...entity.fields].flatMap(([name, field]) =>
    member(field, 'x-stored') === undefined
      ? []
      : [
          problem(
            entity,
            `${fieldPointer(name)}/x-stored`,
            'x-stored 只用于由其他应用创建的表。',
            'x-stored is for tables that another application created.',
            ['请删去它，或在 x-entity 中加上 adopted。', 'remove it, or add adopted to x-entity'],
          ),
        ],
  )
}

function checkAdopted(entity: EntityView, view: View): readonly Problem[] {
  const { document, meta } = entity
  const module = view.documents.find(({ file }) => file.type === 'module' && file.module === document.file.module)
  const adopts = module && member(module.value, 'adopts')
  const added = [...columnKeywords, 'number'].filter((keyword) => member(meta, keyword) !== undefined)
  return [
    ...(module && adopts === undefined
      ? [
          problem(
            entity,
            '/x-entity/adopted',
            '模块没有说明表所在的数据库。',
            'The module does not say which database the table is in.',
            ['请在 module.json 中加上 adopts。', 'add adopts to module.json'],
          ),
        ]
      : []),
    ...added.map((keyword) =>
      problem(
        entity,
        `/x-entity/${keyword}`,
        `“${keyword}”会给表加列，而此表由其他应用创建。`,
        `"${keyword}" would add a column, and another application created the table.`,
        ['请删去它。', 'remove it'],
      ),
    ),
    ...(member(document.value, 'x-ledger') === undefined
      ? []
      : [
          problem(
            entity,
            '/x-ledger',
            '流水由触发器保护，不能建在其他应用创建的表上。',
            'Triggers protect a ledger, so it cannot be a table that another application created.',
            ['请删去它。', 'remove it'],
          ),
        ]),
    ...checkReadOnly(entity),
    ...[...entity.fields].flatMap(([name, field]) => checkField(entity, name, field)),
  ]
}

/** What has no key cannot be found again to write it. */
function checkReadOnly(entity: EntityView): readonly Problem[] {
  const adopted = objectOf(entity.meta['adopted'])
  const actions = member(entity.document.value, 'x-actions')
  const hasKey = textsOf(adopted['key']).length > 0 && adopted['id'] !== 'row'
  const writes = textsOf(actions).filter((action) => action !== 'index' && action !== 'export')
  if (hasKey || (actions !== undefined && writes.length === 0)) return []
  return [
    problem(
      entity,
      actions === undefined ? '/x-entity/adopted' : '/x-actions',
      '没有主键的表只可查看。',
      'A table without a primary key can only be read.',
      ['x-actions 只能有 index 与 export。', 'list only index and export in x-actions'],
    ),
  ]
}

function checkField(entity: EntityView, name: string, field: EntityView['meta']): readonly Problem[] {
  const storage = member(field, 'x-stored')
  const hasColumn =
    !ownsLines(field) &&
    member(field, 'x-lookup') === undefined &&
    member(objectOf(member(field, 'x-computed')), 'stored') !== false
  if (storage === undefined)
    return hasColumn
      ? [
          problem(entity, fieldPointer(name), `“${name}”没有对应的列。`, `"${name}" has no column.`, [
            '请加上 x-stored，给出列名。',
            'add x-stored with the name of the column',
          ]),
        ]
      : []
  const form = member(storage, 'as') as StoredForm | undefined
  const kind = kindOf(field)
  const pointer = `${fieldPointer(name)}/x-stored`
  const kinds = form === undefined ? undefined : kindsOfForm[form]
  const needed = form === 'native' ? 'type' : form === 'datetime' ? 'zone' : null
  return [
    ...(kinds && kind !== null && !kinds.includes(kind)
      ? [
          problem(
            entity,
            `${pointer}/as`,
            `“${form}”不能存储种类 ${kind} 的值。`,
            `"${form}" cannot hold values of the kind ${kind}.`,
            [`适用于：${kinds.join('、')}。`, `it is for: ${kinds.join(', ')}`],
          ),
        ]
      : []),
    ...(needed !== null && member(storage, needed) === undefined
      ? [
          problem(entity, `${pointer}/as`, `“${form}”需要 ${needed}。`, `"${form}" needs ${needed}.`, [
            `请加上 ${needed}。`,
            `add ${needed}`,
          ]),
        ]
      : []),
    ...(form === 'size' && member(field, 'readOnly') !== true
      ? [
          problem(
            entity,
            fieldPointer(name),
            '二进制数据只显示字节数，不能修改。',
            'Of bytes only the number is shown; they cannot be edited.',
            ['请加上 readOnly: true。', 'add readOnly: true'],
          ),
        ]
      : []),
  ]
}
