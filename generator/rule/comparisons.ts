/** Comparisons and membership: which types can be compared. */
import type { ASTNode } from '@marcbachmann/cel-js'
import { refersToMany, type CompareSign, type FieldModel } from '../../runtime/protocol/index.ts'
import { both } from '../source/problem.ts'
import { refuse, type Span } from './rule-error.ts'
import { asOptionOf, asTextOf } from './literals.ts'
import { aligned, asNumber } from './numbers.ts'
import type { Part, Reader } from './reader.ts'
import { literalOf, booleanType, typeName, type Typed } from './type.ts'

/** `== != < <= > >=` */
export function compare(sign: CompareSign, left: Typed, right: Typed, at: Span): Typed {
  const [one, other] = matched(left, right, at)
  if (sign !== '==' && sign !== '!=' && one.type.is !== 'number' && one.type.is !== 'text') {
    const [zh, en] = typeName(one.type)
    return refuse(
      'TW1603',
      at,
      `${zh}不能比较大小。`,
      `${en.charAt(0).toUpperCase()}${en.slice(1)} cannot be ordered.`,
      both('请用 == 、!= 或 in。', 'use ==, != or in'),
    )
  }
  return { type: booleanType, node: { op: 'compare', sign, left: one.node, right: other.node }, at }
}

/** Both converted to values that can be compared. */
function matched(left: Typed, right: Typed, at: Span): readonly [Typed, Typed] {
  const [one, other] = [left.type, right.type]
  if (one.is === 'option' && other.is === 'text') return [left, asOptionOf(one.field, right)]
  if (one.is === 'text' && other.is === 'option') return [asOptionOf(other.field, left), right]
  if (one.is === 'option' && other.is === 'option' && haveSameValues(one.field, other.field)) return [left, right]
  if (one.is === 'number' && other.is === 'number') return aligned(asNumber(left), asNumber(right))
  if (one.is === 'text' && other.is === 'text') return [asTextOf(other.field, left), asTextOf(one.field, right)]
  if (isIdLike(left) && isIdLike(right))
    return [
      { ...left, type: { is: 'id' } },
      { ...right, type: { is: 'id' } },
    ]
  return mismatch(left, right, at)
}

/** An id, or a whole number that is compared with one. */
const isIdLike = ({ type }: Typed): boolean => type.is === 'id' || (type.is === 'number' && type.scale === 0)

const haveSameValues = (one: FieldModel, other: FieldModel): boolean =>
  JSON.stringify(one.options?.map(({ name, value }) => [name, value])) ===
  JSON.stringify(other.options?.map(({ name, value }) => [name, value]))

function mismatch(left: Typed, right: Typed, at: Span): never {
  const [[zh, en], [zh2, en2]] = [typeName(left.type), typeName(right.type)]
  const isBoolean = left.type.is === 'boolean' || right.type.is === 'boolean'
  const isMany = [left.type.is, right.type.is].some((is) => is === 'list' || is === 'lines' || is === 'groups')
  const hint = isBoolean
    ? both('条件之间请用 &&、|| 和 !。', 'join conditions with &&, || and !')
    : isMany
      ? both('列表请用 in 或 size。', 'use in or size for a list')
      : null
  return refuse(
    'TW1603',
    at,
    `${zh}不能与${zh2}比较。`,
    `${en.charAt(0).toUpperCase()}${en.slice(1)} cannot be compared with ${en2}.`,
    hint,
  )
}

/** `x in […]`, `'a' in list`, `group_id in actor.groups` */
export function membership({ args: [item, list], ...at }: Part<'in'>, reader: Reader): Typed {
  const left = reader.read(item, reader)
  if (list.op === 'list')
    return {
      type: booleanType,
      node: { op: 'oneOf', part: left.node, values: list.args.map((arg) => literalBeside(left, arg, reader)) },
      at,
    }
  const right = reader.read(list, reader)
  if (right.type.is === 'groups' && isIdLike(left))
    return { type: booleanType, node: { op: 'inGroups', part: left.node }, at }
  if (right.type.is === 'list')
    return {
      type: booleanType,
      node: { op: 'includes', list: right.node, part: itemOf(right.type.field, left).node },
      at,
    }
  const [zh, en] = typeName(right.type)
  return refuse('TW1603', right.at, `in 右侧应为列表，而不是${zh}。`, `Expected a list after "in", not ${en}.`)
}

function literalBeside(left: Typed, item: ASTNode, reader: Reader): string | number {
  const value = reader.read(item, reader)
  const [first, other] = matched(left, value, value.at)
  if (
    left.type.is === 'boolean' ||
    other.node.op !== 'value' ||
    typeof other.node.value === 'boolean' ||
    first.node !== left.node
  ) {
    return refuse(
      'TW1604',
      value.at,
      '列表中只能写固定的值。',
      'A list can only contain fixed values.',
      both('请用 == 与 || 写出其他比较。', 'write other comparisons with == and ||'),
    )
  }
  return other.node.value
}

/** What a list is asked for: a fixed value, or the id of who acts. */
function itemOf(field: FieldModel, item: Typed): Typed {
  if (refersToMany(field)) {
    if (isIdLike(item) && (item.node.op === 'value' || item.node.op === 'actor')) return item
    return refuse(
      'TW1604',
      item.at,
      '只能查找固定的 ID、actor.id 或 member.id。',
      'In a list of records, only a fixed ID, actor.id or member.id can be searched for.',
    )
  }
  if (field.options) return asOptionOf(field, item)
  if (literalOf(item) !== null) return item
  return refuse('TW1604', item.at, '只能在列表中查找固定的文本。', 'In a list, only a fixed text can be searched for.')
}
