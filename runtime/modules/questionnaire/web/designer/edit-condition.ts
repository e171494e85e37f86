/** Changes of a condition while one designs: a comparison or its opposite, by the name of its form. */
import {
  hasManyKeys,
  isText,
  isUpload,
  keysOf,
  signs,
  type Comparison,
  type Condition,
  type Item,
} from '../../shared/item.ts'

/** How many of the parts of a group have to be met. */
export const groupModes = ['all-of', 'any-of', 'none-of', 'not-all-of'] as const
type GroupMode = (typeof groupModes)[number]

export interface Group {
  readonly mode: GroupMode
  readonly parts: readonly Condition[]
}

const opposites: Readonly<Record<GroupMode, GroupMode>> = {
  'all-of': 'not-all-of',
  'not-all-of': 'all-of',
  'any-of': 'none-of',
  'none-of': 'any-of',
}

/** Null where the condition is a comparison or the opposite of one. */
export function groupOf(condition: Condition): Group | null {
  if ('parts' in condition) return { mode: condition.op === 'and' ? 'all-of' : 'any-of', parts: condition.parts }
  const inner = condition.op === 'not' ? groupOf(condition.part) : null
  return inner && { ...inner, mode: opposites[inner.mode] }
}

/** The only part of a group stands for itself. */
export function conditionOf({ mode, parts }: Group): Condition {
  const [first] = parts
  const op = mode === 'all-of' || mode === 'not-all-of' ? 'and' : 'or'
  const inner: Condition = first && parts.length === 1 ? first : { op, parts }
  return mode === 'none-of' || mode === 'not-all-of' ? { op: 'not', part: inner } : inner
}

/** The names of the ways to compare an answer. */
export type Form =
  | 'answered'
  | 'not-answered'
  | 'equals'
  | 'not-equals'
  | 'contains'
  | 'not-contains'
  | 'in'
  | 'not-in'
  | 'less'
  | 'at-most'
  | 'more'
  | 'at-least'
  | 'same'
  | 'differs'

/** In the order of `signs`. */
const numberForms: readonly Form[] = ['less', 'at-most', 'more', 'at-least', 'same', 'differs']

/** The comparison that a condition is, or negates. */
export function comparisonOf(condition: Condition): Comparison {
  if ('item' in condition) return condition
  return comparisonOf('part' in condition ? condition.part : (condition.parts[0] ?? { op: 'answered', item: '' }))
}

const isNegated = (condition: Condition): boolean => condition.op === 'not' && !isNegated(condition.part)

/** A single key that is contained is the whole answer. */
export function formOf(condition: Condition, item: Item | undefined): Form {
  const comparison = comparisonOf(condition)
  if (comparison.op === 'compare') return numberForms[signs.indexOf(comparison.sign)] ?? 'same'
  const isWhole = comparison.op === 'contains' && item !== undefined && !hasManyKeys(item) && !isText(item)
  const form = isWhole ? 'equals' : comparison.op
  return isNegated(condition) ? `not-${form}` : form
}

/** The forms that suit the kind of the item, with the present one. */
export function formsOf(item: Item, present: Form): readonly Form[] {
  const base: readonly Form[] = ['answered', 'not-answered']
  const suitable = (): readonly Form[] => {
    if (isUpload(item)) return base
    if (isText(item)) return [...base, 'equals', 'not-equals', 'contains', 'not-contains', ...numberForms]
    if (item.kind === 'rating') return [...base, ...numberForms]
    return hasManyKeys(item) ? [...base, 'contains', 'not-contains'] : [...base, 'equals', 'not-equals']
  }
  const forms = suitable()
  return forms.includes(present) ? forms : [...forms, present]
}

/** The condition in another form, with its value where that fits. */
export function withForm(condition: Condition, item: Item, name: string): Condition {
  const { key } = item
  const form = formsOf(item, formOf(condition, item)).find((other) => other === name) ?? 'answered'
  const sign = signs[numberForms.indexOf(form)]
  const former = valueOf(condition)
  if (sign) return { op: 'compare', item: key, sign, value: typeof former === 'number' ? former : 1 }
  const op = form.replace('not-', '')
  const keys = keysOf(item)
  const value = typeof former === 'string' && (keys.length === 0 || keys.includes(former)) ? former : (keys[0] ?? '')
  const comparison: Comparison =
    op === 'equals' || op === 'contains' ? { op, item: key, value } : { op: 'answered', item: key }
  return form.startsWith('not-') ? { op: 'not', part: comparison } : comparison
}

/** The value that the answer is compared with; null where there is none. */
export function valueOf(condition: Condition): string | number | readonly string[] | null {
  const comparison = comparisonOf(condition)
  if (comparison.op === 'answered') return null
  return comparison.op === 'in' ? comparison.values : comparison.value
}

/** A number that is being typed and is none yet stays the former one. */
export function withValue(condition: Condition, text: string): Condition {
  if (condition.op === 'not') return { op: 'not', part: withValue(condition.part, text) }
  if (!('value' in condition)) return condition
  if (condition.op !== 'compare') return { ...condition, value: text }
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? condition : { ...condition, value: number }
}
