/**
 * Short forms of a schema, written out: a relation that only names its target, a `$ref` to a shared type, a type that
 * other keywords imply. Later stages know the long forms only. Every part that is added keeps the place of what it
 * stands for, so that a problem points at what the author wrote.
 */
import { getNodeValue, type Node } from 'jsonc-parser'
import { itemKeywords, ownTypeKeywords } from './keywords.ts'
import { impliedFormat, impliedType } from './implied-type.ts'
import { escaped, isObject, type Json } from '../source/json.ts'
import { resolveRef } from '../source/names.ts'
import type { Origin, SourceFile } from '../source/source-file.ts'

/** Finds the document of a shared type by its path below `schemas/`. */
export type TypeAt = (path: string) => SourceFile | undefined

interface Expansion {
  readonly file: SourceFile
  readonly typeAt: TypeAt
  /** Where nodes stand that are not at their pointer of the file. */
  readonly origins: Map<Node, Origin>
}

/** The document in its long form; the same one where it has no short form, or no text that can be read. */
export function expandFile(file: SourceFile, typeAt: TypeAt): SourceFile {
  if (!file.tree) return file
  const expansion: Expansion = { file, typeAt, origins: new Map() }
  const tree = expandDocument(file.tree, expansion)
  if (tree === file.tree) return file
  const value: unknown = getNodeValue(tree)
  return { ...file, tree, value: isObject(value) ? value : {}, origins: expansion.origins }
}

function expandDocument(tree: Node, expansion: Expansion): Node {
  const { type } = expansion.file
  if (type === 'enum') return withImplied(tree)
  if (type !== 'entity' && type !== 'overlay') return tree
  const withFields = mapAt(tree, '', ['properties', '*'], (field, pointer) => expandField(field, pointer, expansion))
  const inputs = ['x-machine', 'actions', '*', 'input', '*', '*']
  const withInputs = mapAt(withFields, '', inputs, (field, pointer) => expandField(field, pointer, expansion))
  if (type === 'overlay' || withInputs.type !== 'object' || namesOf(withInputs).has('type')) return withInputs
  return withMembers(withInputs, [member('type', textNode('object', tokenOf(withInputs)), tokenOf(withInputs))])
}

/** A tree with the values at a path replaced; `*` = every member or item. */
function mapAt(
  node: Node,
  pointer: string,
  path: readonly string[],
  replace: (node: Node, pointer: string) => Node,
): Node {
  const [step, ...rest] = path
  if (step === undefined) return replace(node, pointer)
  let isChanged = false
  const children = (node.children ?? []).map((child, index) => {
    const [key, value] = node.type === 'array' ? [null, child] : (child.children ?? [])
    const name = key ? String(key.value) : String(index)
    if (!value || (step !== '*' && step !== name)) return child
    const mapped = mapAt(value, `${pointer}/${escaped(name)}`, rest, replace)
    if (mapped === value) return child
    isChanged = true
    return key ? { ...child, children: [key, mapped] } : mapped
  })
  return isChanged ? { ...node, children } : node
}

function expandField(node: Node, pointer: string, expansion: Expansion): Node {
  if (node.type !== 'object') return node
  const typed = withSharedType(node, () => true, expansion)
  const related = mapAt(typed, pointer, ['x-relation'], (value, at) => relationNode(value, at, expansion))
  const listed = mapAt(related, pointer, ['items'], (value) =>
    withImplied(withSharedType(value, (name) => itemKeywords.has(name), expansion)),
  )
  const mapped = mapAt(listed, pointer, ['additionalProperties'], withImplied)
  return withImplied(withIds(mapped))
}

/** A relation in one word: the target. */
function relationNode(value: Node, pointer: string, { file, origins }: Expansion): Node {
  if (value.type !== 'string') return value
  if (!origins.has(value)) origins.set(value, { file, pointer })
  return { type: 'object', offset: value.offset, length: value.length, children: [member('to', value, value)] }
}

/** What a shared type says, in the place of the `$ref` to it; the field's own keywords come first. */
function withSharedType(node: Node, isUsed: (name: string) => boolean, expansion: Expansion): Node {
  if (node.type !== 'object') return node
  const ref = valueOf(node, '$ref')
  const path = typeof ref?.value === 'string' ? resolveRef(expansion.file.path, ref.value) : null
  const type = path === null ? undefined : expansion.typeAt(path)
  if (!type?.tree) return node
  const own = (node.children ?? []).filter((child) => nameOf(child) !== '$ref')
  const names = new Set(own.map(nameOf))
  const shared = (type.tree.children ?? []).filter((child) => {
    const name = nameOf(child)
    return !names.has(name) && !ownTypeKeywords.has(name) && isUsed(name)
  })
  for (const child of shared) noteOrigins(child, `/${escaped(nameOf(child))}`, type, expansion.origins)
  return { ...node, children: [...own, ...shared] }
}

/** Remembers of a member and everything in it that it stands in another file. */
function noteOrigins(child: Node, pointer: string, file: SourceFile, origins: Map<Node, Origin>): void {
  const [key, value] = child.type === 'property' ? (child.children ?? []) : [undefined, child]
  for (const node of [key, value]) if (node) origins.set(node, { file, pointer })
  const isList = value?.type === 'array'
  value?.children?.forEach((inner, index) =>
    noteOrigins(inner, `${pointer}/${isList ? index : escaped(nameOf(inner))}`, file, origins),
  )
}

/** A list that refers to records consists of their ids. */
function withIds(node: Node): Node {
  const names = namesOf(node)
  const relation = valueOf(node, 'x-relation')
  const isOwned = relation?.type === 'object' && valueOf(relation, 'owned')?.value === true
  if (valueOf(node, 'type')?.value !== 'array' || !relation || isOwned || names.has('items')) return node
  const token = keyOf(node, 'x-relation') ?? relation
  const items: Node = {
    type: 'object',
    offset: token.offset,
    length: token.length,
    children: [member('type', textNode('integer', token), token)],
  }
  return withMembers(node, [member('items', items, token)])
}

/** The keywords with the type and format that they imply. */
function withImplied(node: Node): Node {
  if (node.type !== 'object') return node
  const keywords = new Map(
    (node.children ?? []).flatMap((child): readonly [string, Json][] => {
      const [key, value] = child.children ?? []
      return key && value ? [[String(key.value), getNodeValue(value) as Json]] : []
    }),
  )
  const implied = { type: impliedType(keywords), format: impliedFormat(keywords) }
  return withMembers(
    node,
    Object.entries(implied).flatMap(([name, found]) => {
      if (!found) return []
      const token = keyOf(node, found.from) ?? node
      return [member(name, textNode(found.value, token), token)]
    }),
  )
}

/** Members that are added come first, where authors write a type. */
const withMembers = (node: Node, members: readonly Node[]): Node =>
  members.length === 0 ? node : { ...node, children: [...members, ...(node.children ?? [])] }

type Token = Pick<Node, 'offset' | 'length'>

/** The first sign of an object stands for the whole of it. */
const tokenOf = ({ offset }: Node): Token => ({ offset, length: 1 })

const textNode = (value: string, { offset, length }: Token): Node => ({ type: 'string', value, offset, length })

const member = (name: string, value: Node, { offset, length }: Token): Node => ({
  type: 'property',
  offset,
  length,
  children: [textNode(name, { offset, length }), value],
})

const nameOf = (child: Node): string => String(child.children?.[0]?.value)
const namesOf = (node: Node): ReadonlySet<string> => new Set((node.children ?? []).map(nameOf))
const memberOf = (node: Node, name: string): Node | undefined => node.children?.find((child) => nameOf(child) === name)
const keyOf = (node: Node, name: string): Node | undefined => memberOf(node, name)?.children?.[0]
const valueOf = (node: Node, name: string): Node | undefined => memberOf(node, name)?.children?.[1]
