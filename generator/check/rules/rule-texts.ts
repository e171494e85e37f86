/**
 * The rules about rules: each can be read, names what is there, fits in its types, and is answered alike everywhere.
 */
import { both, type Problem } from '../../source/problem.ts'
import type { RuleProblemCode, RuleProblem } from '../../rule/rule-error.ts'
import { locate, problemAt, type Rule } from '../rule.ts'
import { isLookup, rulePlaces, scopeOfEntity } from '../view/rule-view.ts'
import type { EntityView, View } from '../view/view.ts'

const faultRule = (code: RuleProblemCode, name: string): Rule => ({
  code,
  name,
  find: (view) =>
    [...rulePlaces(view).values()]
      .flat()
      .flatMap(({ entity, pointer, source, read }) =>
        'fault' in read && read.fault.code === code && !isOfFaultyField(entity, view, source, read.fault)
          ? [faultProblem(entity, pointer, source, read.fault)]
          : [],
      ),
})

/** What is wrong with the text of a rule, at the very part of the text. */
function faultProblem(
  { document, fields }: EntityView,
  pointer: string,
  source: string,
  { code, start, end, ...text }: RuleProblem,
): Problem {
  const name = nameAt(source, start, end)
  const { message, hint } =
    code === 'TW1602' && isLookup(fields.get(name))
      ? {
          message: both(
            `“${name}”是查找字段：规则只能使用记录自己的值。`,
            `"${name}" is a lookup: a rule decides on the record's own values.`,
          ),
          hint: both(
            '只有不保存的计算字段可以使用查找字段。',
            'only a computed field that is not stored can use a lookup',
          ),
        }
      : text
  const { file, pointer: own } = locate(document, pointer)
  const node = document.places.get(pointer)?.value
  const isPlain = node !== undefined && file.text.slice(node.offset + 1, node.offset + 1 + source.length) === source
  const token = isPlain
    ? { offset: node.offset + 1 + start, length: Math.max(1, end - start) }
    : { offset: node?.offset ?? 0, length: node?.length ?? 1 }
  return problemAt(code, file, own, token, { message, hint })
}

const nameAt = (source: string, start: number, end: number): string => source.slice(start, end).replace(/^.*\./, '')

/** A field that exists but is itself invalid is reported where it is declared. */
function isOfFaultyField(entity: EntityView, view: View, source: string, { code, start, end }: RuleProblem): boolean {
  const name = nameAt(source, start, end)
  return (
    code === 'TW1602' &&
    entity.fields.has(name) &&
    !isLookup(entity.fields.get(name)) &&
    !scopeOfEntity(entity, view).fields.some((field) => field.name === name)
  )
}

export const ruleSyntax = faultRule('TW1601', 'A rule is one valid expression')
export const ruleNames = faultRule('TW1602', 'A rule uses existing fields, options and functions')
export const ruleTypes = faultRule('TW1603', 'The types in a rule match')
export const ruleConstructs = faultRule(
  'TW1604',
  'A rule uses only what the form, the server and both databases evaluate alike',
)
