import { member, objectOf, textsOf, type JsonObject } from '../../source/json.ts'
import { both, type Problem } from '../../source/problem.ts'
import { problemOf, type Rule } from '../rule.ts'
import { treeParentOf } from '../view/field-uses.ts'
import type { EntityView } from '../view/view.ts'

export const requiredFields: Rule = {
  code: 'TW1404',
  name: 'A required field gets a value wherever records can be added',
  find: ({ entities }) =>
    [...entities.values()].flatMap((entity) => {
      const { document, fields, meta } = entity
      const actions = member(document.value, 'x-actions')
      const canAdd = meta['storage'] !== 'none' && (!Array.isArray(actions) || actions.includes('add'))
      if (!canAdd) return []
      const inputs = inputsOf(document.value)
      return textsOf(document.value['required']).flatMap((name, index) => {
        const field = fields.get(name)
        const isGiven = field && member(field, 'default') !== undefined
        if (!field || isGiven || member(member(meta, 'number'), 'field') === name) return []
        const pointer = `/required/${index}`
        if (member(field, 'readOnly') === true) return [readOnlyProblem(entity, name, pointer)]
        if (inputs !== null && !inputs.has(name) && member(field, 'x-fill') === undefined)
          return [noInputProblem(entity, name, pointer)]
        const other = requiredTarget(field)
        if (other === entity.id) return name === treeParentOf(entity) ? [] : [selfProblem(entity, name, pointer)]
        return other !== null && requires(entities, other, entity.id)
          ? [mutualProblem(entity, name, pointer, other)]
          : []
      })
    }),
}

/** The fields of a form that names them; null = the form has all fields. */
function inputsOf(value: JsonObject): ReadonlySet<string> | null {
  const form = member(objectOf(member(value, 'x-views')), 'form')
  if (!Array.isArray(form)) return null
  const names = form.flatMap((section) => {
    const rows = member(objectOf(section), 'rows')
    const grid = member(objectOf(section), 'grid')
    return [...(Array.isArray(rows) ? rows.flat() : []), ...(typeof grid === 'string' ? [grid] : [])]
  })
  return new Set(names.filter((name) => typeof name === 'string'))
}

/** The entity that a field refers to one record of; null for every other field. */
function requiredTarget(field: JsonObject): string | null {
  const to = member(objectOf(member(field, 'x-relation')), 'to')
  return typeof to === 'string' && member(field, 'type') === 'integer' ? to : null
}

/** Whether no record of one entity can be added before there is one of the other. */
function requires(entities: ReadonlyMap<string, EntityView>, from: string, to: string): boolean {
  const seen = new Set<string>()
  const waiting = [from]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (id === to) return true
    const entity = entities.get(id)
    if (!entity || seen.has(id)) continue
    seen.add(id)
    for (const name of textsOf(entity.document.value['required'])) {
      const field = entity.fields.get(name)
      const target = field && member(field, 'default') === undefined ? requiredTarget(field) : null
      if (target !== null && target !== id) waiting.push(target)
    }
  }
  return false
}

const selfProblem = ({ document, id }: EntityView, name: string, pointer: string): Problem =>
  problemOf('TW1404', document, pointer, 'value', {
    message: both(
      `“${name}”要求先有另一条 ${id} 的记录，因此第一条无法添加。`,
      `"${name}" requires another record of ${id}, so the first one could not be added.`,
    ),
    hint: both('请不要求必填；没有值表示最上级。', 'make the field optional; one without a value is the first'),
  })

const readOnlyProblem = ({ document }: EntityView, name: string, pointer: string): Problem =>
  problemOf('TW1404', document, pointer, 'value', {
    message: both(
      `“${name}”必填但只读，又没有默认值，无法添加记录。`,
      `"${name}" is required and read-only but has no default, so no record could be added.`,
    ),
    hint: both(
      '请给它默认值，或不要求必填，或从 x-actions 中去掉 add。',
      'add a default, make the field optional, or remove add from x-actions',
    ),
  })

const noInputProblem = ({ document }: EntityView, name: string, pointer: string): Problem =>
  problemOf('TW1404', document, pointer, 'value', {
    message: both(
      `“${name}”必填，但表单中没有它，无法添加记录。`,
      `"${name}" is required but the form does not have it, so no record could be added.`,
    ),
    hint: both(
      '请把它放进 x-views.form，或给它默认值，或不要求必填。',
      'place it in x-views.form, add a default, or make the field optional',
    ),
  })

const mutualProblem = ({ document, id }: EntityView, name: string, pointer: string, other: string): Problem =>
  problemOf('TW1404', document, pointer, 'value', {
    message: both(
      `“${name}”要求先有 ${other} 的记录，而它又要求先有 ${id} 的记录，两者都无法添加。`,
      `"${name}" requires a record of ${other}, which requires one of ${id}: neither could be added first.`,
    ),
    hint: both('请让其中一个引用可选。', 'make one of the references optional'),
  })
