import { controllerKey } from '../../../runtime/protocol/index.ts'
import { member } from '../../source/json.ts'
import { controllerOf, nestedKey, pageOf, tableOf } from '../../source/names.ts'
import { ownsLines } from '../../normalize/field-kind.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { treeParentOf } from '../view/field-uses.ts'
import { fieldPointer, type EntityView } from '../view/view.ts'

export const uniqueNames: Rule = {
  code: 'TW1204',
  name: 'Tables, controllers, pages and the keys of a row have unique names',
  find: ({ entities }) => {
    const all = [...entities.values()]
    return [
      ...findDuplicates(all, 'table', '数据库表', 'table', (entity) => tableNameOf(entity).toLowerCase()),
      ...findDuplicates(
        all,
        'controller',
        '控制器或页面',
        'controller or page',
        (entity) => controllerKey(controllerNameOf(entity)),
        (entity) => pageOf(controllerNameOf(entity)).toLowerCase(),
      ),
      ...all.flatMap(checkRowKeys),
    ]
  },
}

function tableNameOf({ document, meta }: EntityView): string {
  const table = member(meta, 'table')
  return typeof table === 'string' ? table : tableOf(document.file.module, document.file.name)
}

function controllerNameOf({ document, meta }: EntityView): string {
  const controller = member(meta, 'controller')
  return typeof controller === 'string' ? controller : controllerOf(document.file.module, document.file.name)
}

/** Reports the second and every further entity that shares one of its keys with an earlier one. */
function findDuplicates(
  entities: readonly EntityView[],
  keyword: string,
  zh: string,
  en: string,
  ...keys: readonly ((entity: EntityView) => string)[]
): readonly Problem[] {
  const first = new Map<string, EntityView>()
  return entities.flatMap((entity) => {
    const other = keys.map((key) => first.get(key(entity))).find((candidate) => candidate !== undefined)
    for (const key of keys) if (!first.has(key(entity))) first.set(key(entity), entity)
    if (!other) return []
    const pointer = member(entity.meta, keyword) === undefined ? '/$id' : `/x-entity/${keyword}`
    return [
      problemOf('TW1204', entity.document, pointer, 'value', {
        message: both(
          `此${zh}名已被“${other.id}”使用（不分大小写）。`,
          `This ${en} is already used by "${other.id}" (case is ignored).`,
        ),
      }),
    ]
  })
}

/** The nested object of a reference must not take the name of a field or of another reference. */
function checkRowKeys(entity: EntityView): readonly Problem[] {
  const parent = treeParentOf(entity)
  const names = new Map([...entity.fields.keys(), ...entity.implicit].map((name) => [name, name]))
  const { owner } = entity.meta
  if (typeof owner === 'string') names.set(nestedKey(owner, false), 'x-entity.owner')
  if (parent !== null) names.set('children', 'tree')
  return [...checkOwnerKey(entity), ...checkRelationKeys(entity, parent, names)]
}

/** A field that has the name of the owner's nested object. */
function checkOwnerKey(entity: EntityView): readonly Problem[] {
  const { owner } = entity.meta
  const key = typeof owner === 'string' ? nestedKey(owner, false) : null
  return key !== null && entity.fields.has(key) ? [rowKeyProblem(entity, key, key, 'x-entity.owner')] : []
}

function checkRelationKeys(entity: EntityView, parent: string | null, names: Map<string, string>): readonly Problem[] {
  return [...entity.fields].flatMap(([name, field]) => {
    if (parent !== null && name === 'children') return [rowKeyProblem(entity, name, 'children', 'tree')]
    if (member(field, 'x-relation') === undefined || ownsLines(field)) return []
    const key = nestedKey(name, parent === name, field['type'] === 'array')
    const other = names.get(key)
    names.set(key, name)
    return other === undefined ? [] : [rowKeyProblem(entity, name, key, other)]
  })
}

function rowKeyProblem(entity: EntityView, name: string, key: string, other: string): Problem {
  return problemOf('TW1204', entity.document, fieldPointer(name), 'name', {
    message: both(
      `行数据中的键“${key}”已被“${other}”占用。`,
      `The key "${key}" of a row is already used by "${other}".`,
    ),
    hint: both('请给字段改名。', 'rename the field'),
  })
}
