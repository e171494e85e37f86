import { listedActions, type Text } from '../../../runtime/protocol/index.ts'
import { isObject, member, objectOf, textsOf, type JsonObject } from '../../source/json.ts'
import { defaultOwner, ownerEntity } from '../../normalize/policy.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { titleFieldOf, type EntityView } from '../view/view.ts'

export const policies: Rule = {
  code: 'TW1409',
  name: 'A policy limits rows by a column that refers to admins and keeps the fields an action needs',
  find: ({ entities }) =>
    [...entities.values()].flatMap((entity) => {
      const policy = member(entity.document.value, 'x-policy')
      return isObject(policy)
        ? [...checkLimits(entity, policy), ...checkActions(entity, policy), ...checkFieldLists(entity, policy)]
        : []
    }),
}

function problem({ document }: EntityView, pointer: string, message: Text, hint: Text | null = null): Problem {
  return problemOf('TW1409', document, `/x-policy/${pointer}`, 'value', { message, hint })
}

function checkLimits(entity: EntityView, policy: JsonObject): readonly Problem[] {
  const all = objectOf(policy['*'])
  const { limit, on } = all
  if (limit === undefined) {
    return on === undefined
      ? []
      : [problem(entity, '*/on', both('没有 limit，on 没有意义。', '"on" has no effect without a limit.'))]
  }
  const column = typeof on === 'string' ? on : String(entity.meta['owner'] ?? defaultOwner)
  if (isOfAdmins(entity, column) || (on !== undefined && !entity.fields.has(column) && !entity.implicit.has(column)))
    return []
  return [
    problem(
      entity,
      on === undefined ? '*/limit' : '*/on',
      both(
        `“${entity.id}”的“${column}”不是引用 ${ownerEntity} 的列。`,
        `"${column}" of "${entity.id}" is not a column that refers to ${ownerEntity}.`,
      ),
      both('请设置 x-entity.owner，或用 on 指明这样的字段。', 'set x-entity.owner, or set "on" to such a field'),
    ),
  ]
}

function isOfAdmins({ id, fields, meta }: EntityView, column: string): boolean {
  if (column === 'id') return id === ownerEntity
  if (column === meta['owner']) return true
  return member(objectOf(member(fields.get(column), 'x-relation')), 'to') === ownerEntity
}

function checkActions(entity: EntityView, policy: JsonObject): readonly Problem[] {
  const actions = member(entity.document.value, 'x-actions')
  if (actions === undefined) return []
  return Object.keys(policy)
    .filter((action) => !['*', 'public', 'member'].includes(action) && !textsOf(actions).includes(action))
    .map((action) =>
      problem(entity, action, both(`“${entity.id}”没有操作“${action}”。`, `"${entity.id}" has no action "${action}".`)),
    )
}

/** A list needs what names a record and what it is sorted by; a new record needs every required field. */
function checkFieldLists(entity: EntityView, policy: JsonObject): readonly Problem[] {
  return [...listedActions, '*'].flatMap((action) => {
    const fields = member(objectOf(policy[action]), 'fields')
    if (!Array.isArray(fields)) return []
    const missing = requiredBy(entity, policy, action).filter((name) => !fields.includes(name))
    return missing.length === 0
      ? []
      : [
          problem(
            entity,
            `${action}/fields`,
            both(
              `缺少 ${missing.map((name) => `“${name}”`).join('、')}。`,
              `${missing.map((name) => `"${name}"`).join(', ')} must be included.`,
            ),
            both(
              '列表需要标题与默认排序字段，添加记录需要必填字段。',
              'a list needs its title and sort field, a new record its required fields',
            ),
          ),
        ]
  })
}

function requiredBy(entity: EntityView, policy: JsonObject, action: string): readonly string[] {
  const isFor = (key: string): boolean =>
    action === key || (action === '*' && member(objectOf(policy[key]), 'fields') === undefined)
  return [
    ...new Set([...(isFor('index') ? requiredByList(entity) : []), ...(isFor('add') ? requiredByNew(entity) : [])]),
  ]
}

function requiredByList({ document, meta }: EntityView): readonly string[] {
  const sort =
    member(objectOf(member(objectOf(member(document.value, 'x-views')), 'table')), 'sort') ?? meta['sort'] ?? 'id'
  return [titleFieldOf(meta)?.name, String(sort).replace(/^-/, '')].filter(
    (name): name is string => typeof name === 'string' && name !== 'id',
  )
}

function requiredByNew({ document, fields }: EntityView): readonly string[] {
  const isGiven = (name: string): boolean => {
    const field = fields.get(name)
    return field === undefined || member(field, 'default') !== undefined || member(field, 'readOnly') === true
  }
  return textsOf(member(document.value, 'required')).filter((name) => !isGiven(name))
}
