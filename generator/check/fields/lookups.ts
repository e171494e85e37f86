import { kinds, type FieldModel } from '../../../runtime/protocol/index.ts'
import { ownsLines } from '../../normalize/field-kind.ts'
import { member, objectOf, textsOf, type Json, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { columnAtPath, findPathProblem } from '../ledgers/paths.ts'
import { problemOf, type Rule } from '../rule.ts'
import { columnOf, storedAs, targetOf } from '../view/ledger-view.ts'
import { fieldPointer, type EntityView, type View } from '../view/view.ts'

export const lookups: Rule = {
  code: 'TW1311',
  name: 'A lookup or x-fill follows references to a stored value of the same kind; nothing else gives a lookup a value',
  find: (view) =>
    [...view.entities.values()].flatMap((entity) => [
      ...[...entity.fields].flatMap(([name, field]) => checkLookup(view, entity, name, field)),
      ...[...entity.fields].flatMap(([name, field]) => checkFill(view, entity, name, field)),
      ...textsOf(entity.meta['title']).flatMap((path, index) =>
        path.includes('.') ? checkPath(view, entity, `/x-entity/title/${index}`, path, null) : [],
      ),
    ]),
}

/** What would give the field a value, or let it have none, in addition. */
const others = [
  'x-computed',
  'x-when',
  'x-required',
  'x-readonly',
  'x-backfill',
  'x-relation',
  'x-private',
  'writeOnly',
  'default',
]

function checkLookup(view: View, entity: EntityView, name: string, field: JsonObject): readonly Problem[] {
  const lookup = member(field, 'x-lookup')
  if (lookup === undefined) return []
  const pointer = fieldPointer(name)
  const other = others.find((keyword) => member(field, keyword) !== undefined)
  if (other !== undefined)
    return [
      problemOf('TW1311', entity.document, `${pointer}/${other}`, 'name', {
        message: both(
          `查找字段不能有“${other}”：它的值来自另一条记录。`,
          `A lookup cannot have "${other}": its value is another record's.`,
        ),
        hint: both('请删去其中之一。', 'remove one of them'),
      }),
    ]
  if (textsOf(entity.document.value['required']).includes(name))
    return [
      problemOf('TW1311', entity.document, `${pointer}/x-lookup`, 'name', {
        message: both('查找字段不能必填：引用可能为空。', 'A lookup cannot be required: the reference may be empty.'),
        hint: both('请从 required 中删去它。', 'remove it from required'),
      }),
    ]
  const isText = Array.isArray(lookup)
  return textsOf(isText ? lookup : ([lookup] as Json)).flatMap((path, index) =>
    checkPath(
      view,
      entity,
      isText ? `${pointer}/x-lookup/${index}` : `${pointer}/x-lookup`,
      path,
      isText ? null : name,
    ),
  )
}

/** What a form fills in arrives with the record: its own columns, and what the records are called that it refers to. */
function checkFill(view: View, entity: EntityView, name: string, field: JsonObject): readonly Problem[] {
  const path = member(field, 'x-fill')
  if (typeof path !== 'string') return []
  const pointer = `${fieldPointer(name)}/x-fill`
  const problems = checkPath(view, entity, pointer, path, name)
  const names = path.split('.')
  const [, , title = ''] = names
  if (problems.length > 0 || title === '') return problems
  const target = names
    .slice(0, 2)
    .reduce<EntityView | null>((current, step) => (current ? targetOf(view, current, step) : null), entity)
  const isTitle = names.length === 3 && textsOf([target?.meta['title'] ?? null].flat()).includes(title)
  return isTitle
    ? []
    : [
        problemOf('TW1311', entity.document, pointer, 'value', {
          message: both(
            `“${path}”走得太远：表单只知道所选记录的字段，以及它引用的记录的名称。`,
            `"${path}" goes too far: a form knows fields of the chosen record and titles of those it refers to.`,
          ),
        }),
      ]
}

/** @param field whose value it is; null = one of several texts */
function checkPath(
  view: View,
  entity: EntityView,
  pointer: string,
  path: string,
  field: string | null,
): readonly Problem[] {
  const names = path.split('.')
  const problem = (message: Problem['message']): readonly Problem[] => [
    problemOf('TW1311', entity.document, pointer, 'value', { message }),
  ]
  const broken = findPathProblem(view, entity, names)
  if (broken) return problem(broken)
  if (isWithoutColumn(view, entity, names))
    return problem(
      both(`“${path}”的值是私有的或不保存，不能查找。`, `"${path}" is private or not stored and cannot be looked up.`),
    )
  const last = columnAtPath(view, entity, names)
  if (!last) return []
  if (field === null)
    return kinds[last.kind].column === 'text' && last.options === undefined
      ? []
      : problem(both(`“${path}”不是文本。`, `"${path}" is not a text.`))
  const own = columnOf(view, entity, field)
  return !own || (own.kind === last.kind && storedAs(own) === storedAs(last))
    ? []
    : problem(
        both(
          `“${path}”的种类是 ${described(last)}，而“${field}”是 ${described(own)}。`,
          `"${path}" is of kind ${described(last)}, but "${field}" of kind ${described(own)}.`,
        ),
      )
}

const described = ({ kind, scale }: FieldModel): string => (scale === undefined ? kind : `${kind} (x-scale ${scale})`)

function isWithoutColumn(view: View, entity: EntityView, names: readonly string[]): boolean {
  const target = names
    .slice(0, -1)
    .reduce<EntityView | null>((current, name) => (current ? targetOf(view, current, name) : null), entity)
  // A path has at least two names.
  const field = target?.fields.get(names.at(-1)!)
  return (
    field !== undefined &&
    (ownsLines(field) ||
      member(field, 'x-private') === true ||
      member(field, 'writeOnly') === true ||
      member(field, 'x-lookup') !== undefined ||
      member(objectOf(member(field, 'x-computed')), 'stored') === false)
  )
}
