import { member, textsOf, type JsonObject } from '../../source/json.ts'
import { maxLines } from '../../normalize/entity.ts'
import { ownsLines } from '../../normalize/field-kind.ts'
import { ownerColumn, lineNumberColumn } from '../../normalize/owned-lines.ts'
import { both, type Problem } from '../../source/problem.ts'
import type { Text } from '../../../runtime/protocol/index.ts'
import { problemOf, type Rule } from '../rule.ts'
import { usesOf } from '../view/field-uses.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const lines: Rule = {
  code: 'TW1310',
  name: 'Lines belong to one stored document, are accessed only through it and appear in a grid',
  find: (view) => {
    const owning = [...view.entities.values()].flatMap((entity) =>
      [...entity.fields]
        .filter(([, field]) => ownsLines(field))
        .map(([name, field]): Owning => ({ entity, name, field })),
    )
    return [
      ...owning.flatMap((one, index) => [...checkField(one), ...checkTarget(one, owning.slice(0, index), view)]),
      ...[...view.entities.values()].flatMap((entity) => checkPlaces(entity, view)),
      ...checkMenus(owning, view),
    ]
  },
}

interface Owning {
  readonly entity: EntityView
  readonly name: string
  readonly field: JsonObject
}

function problem(
  { document }: EntityView,
  pointer: string,
  at: 'name' | 'value',
  message: Text,
  hint: Text | null = null,
): Problem {
  return problemOf('TW1310', document, pointer, at, { message, hint })
}

const targetOf = ({ field }: Owning): string => String(member(field['x-relation'], 'to'))

function checkField({ entity, name, field }: Owning): readonly Problem[] {
  const pointer = fieldPointer(name)
  const silent = ['show', 'onDelete', 'filter'].filter((keyword) => member(field['x-relation'], keyword) !== undefined)
  const most = member(field, 'maxItems')
  return [
    ...silent.map((keyword) =>
      problem(
        entity,
        `${pointer}/x-relation/${keyword}`,
        'name',
        both(`“${keyword}”对明细没有意义。`, `"${keyword}" has no effect on lines.`),
        both('请删去它。', 'remove it'),
      ),
    ),
    ...(typeof most === 'number' && most > maxLines
      ? [
          problem(
            entity,
            `${pointer}/maxItems`,
            'value',
            both(`明细最多 ${maxLines} 行。`, `A document can have at most ${maxLines} lines.`),
          ),
        ]
      : []),
    ...(entity.meta['storage'] === 'none'
      ? [
          problem(
            entity,
            pointer,
            'name',
            both('不存储的实体（storage: none）不能有明细。', 'An entity with storage "none" cannot have lines.'),
          ),
        ]
      : []),
  ]
}

function checkTarget(one: Owning, earlier: readonly Owning[], view: View): readonly Problem[] {
  const pointer = `${fieldPointer(one.name)}/x-relation/to`
  const target = view.entities.get(targetOf(one))
  if (!target) return []
  const other = earlier.find((before) => targetOf(before) === target.id)
  if (target === one.entity)
    return [
      problem(
        one.entity,
        pointer,
        'value',
        both('实体不能是自身的明细。', 'An entity cannot contain itself as lines.'),
      ),
    ]
  if (other)
    return [
      problem(
        one.entity,
        pointer,
        'value',
        both(
          `“${target.id}”已是“${other.entity.id}”的明细。`,
          `"${target.id}" already contains the lines of "${other.entity.id}".`,
        ),
        both('请为每种单据建立各自的明细实体。', 'create a separate line entity for each document'),
      ),
    ]
  return checkLines(target, one.entity)
}

/** Keywords that would make lines something of their own. */
const independentKeywords = ['softDelete', 'sort', 'tree', 'owner', 'number'] as const

function checkLines(target: EntityView, owner: EntityView): readonly Problem[] {
  const columns = [ownerColumn(owner.document.file.name), lineNumberColumn]
  const nested = [...target.fields].filter(([, field]) => ownsLines(field))
  const why = both(
    `“${target.id}”是“${owner.id}”的明细，没有单独的列表和操作。`,
    `"${target.id}" contains the lines of "${owner.id}", so it has no list or actions.`,
  )
  const remove = both('请删去它。', 'remove it')
  return [
    ...independentKeywords
      .filter((keyword) => member(target.meta, keyword) !== undefined)
      .map((keyword) =>
        problem(
          target,
          `/x-entity/${keyword}`,
          'name',
          both(
            `明细不能有“${keyword}”：它随“${owner.id}”保存与删除。`,
            `Lines cannot have "${keyword}": they are saved and deleted with "${owner.id}".`,
          ),
          remove,
        ),
      ),
    ...(['x-policy'] as const)
      .filter((keyword) => member(target.document.value, keyword) !== undefined)
      .map((keyword) => problem(target, `/${keyword}`, 'name', why, remove)),
    ...(textsOf(member(target.document.value, 'x-actions')).length > 0
      ? [problem(target, '/x-actions', 'name', why, remove)]
      : []),
    ...nested.map(([name]) =>
      problem(target, fieldPointer(name), 'name', both('明细之下不能再有明细。', 'Lines cannot contain lines.')),
    ),
    ...columns
      .filter((name) => target.fields.has(name))
      .map((name) =>
        problem(
          target,
          fieldPointer(name),
          'name',
          both(`“${name}”由明细关系自动创建。`, `"${name}" is created automatically for lines.`),
          both('请换一个名称。', 'choose another name'),
        ),
      ),
  ]
}

/** Lines are edited in a grid of the form and a grid shows only lines, so no other place can name them. */
function checkPlaces(entity: EntityView, view: View): readonly Problem[] {
  return usesOf(entity, view).flatMap((use) => {
    const field = use.entity.fields.get(use.name)
    if (!field || use.document !== entity.document) return []
    const isGrid = /^\/x-views\/form\/\d+\/grid$/.test(use.pointer)
    const mayNameLines = isGrid || /^\/(required|x-policy)\/|^\/x-posting\/[^/]+\/each$/.test(use.pointer)
    if (isGrid && !ownsLines(field))
      return [
        problem(
          entity,
          use.pointer,
          'value',
          both(`“${use.name}”不是明细。`, `"${use.name}" does not contain lines.`),
          both('请把它放进某个分组的 rows。', 'add it to the rows of a section'),
        ),
      ]
    if (mayNameLines || !ownsLines(field)) return []
    return [
      problem(
        entity,
        use.pointer,
        use.at,
        both(`“${use.name}”是明细，不能在这里使用。`, `"${use.name}" contains lines and cannot be used here.`),
        both(`请在表单中用 { "grid": "${use.name}" } 显示明细。`, `show it in the form with { "grid": "${use.name}" }`),
      ),
    ]
  })
}

function checkMenus(owning: readonly Owning[], { documents }: View): readonly Problem[] {
  const owned = new Set(owning.map(targetOf))
  return documents
    .filter((document) => document.file.type === 'module')
    .flatMap((document) =>
      textsOf(document.value['menu']).flatMap((name, index) =>
        owned.has(`${document.file.module}/${name}`)
          ? [
              problemOf('TW1310', document, `/menu/${index}`, 'value', {
                message: both(`“${name}”是明细，没有单独的页面。`, `"${name}" contains lines and has no page.`),
                hint: both('请从菜单中删去它。', 'remove it from the menu'),
              }),
            ]
          : [],
      ),
    )
}
