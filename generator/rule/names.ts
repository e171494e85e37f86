/** Names in a rule: fields, the keywords of the language, members behind a dot. */
import { refersToMany, type FieldModel, type RuleOwner } from '../../runtime/protocol/index.ts'
import { didYouMean, suggest } from '../source/suggest.ts'
import { both } from '../source/problem.ts'
import { refuse, type Span } from './rule-error.ts'
import { typeOfField } from './field-type.ts'
import type { Part, Reader } from './reader.ts'
import { namesOf } from './scope.ts'
import { number, booleanType, typeName, type Typed } from './type.ts'

/** The value of a name. */
export function readName({ args: name, ...at }: Part<'id'>, reader: Reader): Typed {
  const { scope, line, fields } = reader
  if (line?.name === name)
    return { type: { is: 'record', of: 'line', fields: line.fields }, node: { op: 'value', value: 0 }, at }
  const field = fields.get(name)
  if (field) return readField(field, 'record', at, reader)
  if (name === 'now' && scope.now) return withRequirement(reader, 'now', { type: number(0), node: { op: 'now' }, at })
  if (name === 'actor' && scope.actor)
    return withRequirement(reader, 'actor', { type: { is: 'actor' }, node: { op: 'value', value: 0 }, at })
  if (name === 'member' && scope.actor)
    return withRequirement(reader, 'actor', { type: { is: 'member' }, node: { op: 'value', value: 0 }, at })
  if (name === 'old' && scope.old)
    return withRequirement(reader, 'old', {
      type: { is: 'record', of: 'old', fields: namesOf(scope.fields, { ...scope, lines: false }) },
      node: { op: 'value', value: 0 },
      at,
    })
  if (name === 'document' && scope.document)
    return withRequirement(reader, 'document', {
      type: { is: 'record', of: 'document', fields: namesOf(scope.document, { ...scope, lines: false }) },
      node: { op: 'value', value: 0 },
      at,
    })
  return unknown(name, at, [...fields.keys(), ...(line ? [line.name] : []), ...wordsOf(reader)], scope.fields)
}

function withRequirement(reader: Reader, what: 'now' | 'actor' | 'old' | 'document', typed: Typed): Typed {
  reader.asks.add(what)
  return typed
}

const wordsOf = ({ scope }: Reader): readonly string[] =>
  (['now', 'actor', 'member', 'old', 'document'] as const).filter(
    (keyword) => scope[keyword === 'member' ? 'actor' : keyword],
  )

function unknown(name: string, at: Span, names: readonly string[], all: readonly FieldModel[]): never {
  const hidden = all.find((field) => field.name === name)
  if (hidden)
    return refuse('TW1602', at, `规则不能使用“${name}”。`, `"${name}" cannot be used in this rule.`, whyHidden(hidden))
  if (['now', 'actor', 'member', 'old', 'document'].includes(name))
    return refuse('TW1602', at, `此处不能使用“${name}”。`, `"${name}" is not available here.`)
  return refuse(
    'TW1602',
    at,
    `没有名为“${name}”的字段。`,
    `There is no field "${name}".`,
    didYouMean(suggest(name, names)) ??
      both(`可用的名称：${joined(names, '、')}。`, `available: ${joined(names, ', ')}`),
  )
}

const whyHidden = ({ private: isPrivate }: FieldModel) =>
  isPrivate
    ? both('私有字段的值会因此泄露。', 'the result would reveal a private value')
    : both('此规则逐行由数据库判断，不能查看明细。', 'the database evaluates this rule row by row, without lines')

const joined = (names: readonly string[], joint: string): string =>
  names.slice(0, 12).join(joint) + (names.length > 12 ? ' …' : '')

/** `old.x`, `actor.id`, `member.id`, `line.price`. */
export function readMember({ args: [owner, name], ...at }: Part<'.'>, reader: Reader): Typed {
  const typed = reader.read(owner, reader)
  if (typed.type.is === 'actor') return actorMember(name, at, reader.scope.groups === true)
  if (typed.type.is === 'member') return memberOfMember(name, at)
  if (typed.type.is === 'record') {
    const field = typed.type.fields.get(name)
    return field
      ? readField(field, typed.type.of, at, reader)
      : unknown(
          name,
          at,
          [...typed.type.fields.keys()],
          reader.scope.fields.filter((field) => field.private),
        )
  }
  const [zh, en] = typeName(typed.type)
  return refuse(
    'TW1603',
    at,
    `${zh}没有“.${name}”。`,
    `${capital(en)} has no member "${name}".`,
    typed.type.is === 'id'
      ? both(
          '规则只能使用本记录的字段，不能读取所引用的记录。',
          'a rule can use the fields of its record, not those of records it refers to',
        )
      : null,
  )
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function actorMember(name: string, at: Span, hasGroups: boolean): Typed {
  if (name === 'id') return { type: { is: 'id' }, node: { op: 'actor', name: 'id' }, at }
  if (name === 'super') return { type: booleanType, node: { op: 'actor', name: 'super' }, at }
  if (name === 'groups' && !hasGroups)
    return refuse(
      'TW1602',
      at,
      '此处不能使用 actor.groups：表单不知道角色组。',
      'actor.groups is not available here: a form does not know the admin groups.',
      both('可用于 x-policy 的 rows。', 'they can be used in rows of x-policy'),
    )
  if (name === 'groups') return { type: { is: 'groups' }, node: { op: 'value', value: 0 }, at }
  return refuse(
    'TW1602',
    at,
    `actor 没有“${name}”。`,
    `actor has no member "${name}".`,
    didYouMean(suggest(name, ['id', 'super', ...(hasGroups ? ['groups'] : [])])) ??
      both('可用：id、super、groups。', 'available: id, super, groups'),
  )
}

/** Members have no rights and groups of administrators: a rule knows who they are, and nothing else. */
function memberOfMember(name: string, at: Span): Typed {
  if (name === 'id') return { type: { is: 'id' }, node: { op: 'actor', name: 'member' }, at }
  return refuse(
    'TW1602',
    at,
    `member 没有“${name}”。`,
    `member has no member "${name}".`,
    both('可用：id。', 'available: id'),
  )
}

function readField(field: FieldModel, of: RuleOwner, at: Span, reader: Reader): Typed {
  const type = typeOfField(field)
  if (type === null)
    return refuse('TW1604', at, `规则不能读取键值对“${field.name}”。`, `A rule cannot read the map "${field.name}".`)
  if (of === 'record') reader.reads.add(field.name)
  if (type.is === 'lines') reader.asks.add('lines')
  return {
    type: type.is === 'list' && refersToMany(field) ? { is: 'list', field } : type,
    node: { op: 'field', name: field.name, of },
    at,
  }
}
