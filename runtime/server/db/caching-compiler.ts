/**
 * Compiles each form of a query once: queries are built for every request, and compiling one, with what plugins make of
 * it, takes longer than to run it. Without this cache a list of 200,000 rows takes twice the time of one written by
 * hand; `createCompiler` may return the dialect's own compiler instead.
 */
import { LRUCache } from 'lru-cache'
import {
  OperationNodeTransformer,
  type CompiledQuery,
  type Dialect,
  type IdentifierNode,
  type KyselyPlugin,
  type OperationNode,
  type PrimitiveValueListNode,
  type QueryCompiler,
  type QueryId,
  type RawBuilder,
  type RawNode,
  type RootOperationNode,
  type ValueNode,
} from 'kysely'
import { isMarked } from './column-storage.ts'

/** Forms that are stored; the least recently used one is dropped first. */
const maxForms = 2000
/** Longer forms, such as those of inserts of many rows, are not stored. */
const maxLength = 20_000

export interface CachingCompiler extends QueryCompiler {
  /** To be called when compiled texts no longer fit the tables. */
  clear(): void
}

/** @param plugins transform queries before they are compiled; what they do depends on the form of a query alone */
export function createCompiler(compiler: QueryCompiler, plugins: readonly KyselyPlugin[]): CachingCompiler {
  const forms = new LRUCache<string, Compiled>({ max: maxForms })
  const compile = (node: RootOperationNode, queryId: QueryId): CompiledQuery => {
    const query = plugins.reduce((transformed, plugin) => plugin.transformQuery({ node: transformed, queryId }), node)
    return compiler.compileQuery(query, queryId)
  }
  return {
    compileQuery<R>(node: RootOperationNode, queryId: QueryId): CompiledQuery<R> {
      const form = new Form(node)
      if (form.text.length > maxLength) return compile(node, queryId) as CompiledQuery<R>
      let compiled = forms.get(form.text)
      if (!compiled) {
        compiled = compile(new ValueMarker(form.nodes).transformNode(node), queryId)
        forms.set(form.text, compiled)
      }
      const parameters = compiled.parameters.map((parameter) =>
        parameter instanceof Mark ? form.values[parameter.at] : parameter,
      )
      return { sql: compiled.sql, parameters, query: node, queryId }
    },
    clear: () => forms.clear(),
  }
}

/** The dialect with another compiler. */
export const withCompiler = (dialect: Dialect, compiler: QueryCompiler): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => dialect.createDriver(),
  createIntrospector: (db) => dialect.createIntrospector(db),
  createQueryCompiler: () => compiler,
})

/** A statement whose values are marks. */
type Compiled = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Stands for a value, by its position among those of the form. */
class Mark {
  readonly at: number

  constructor(index: number) {
    this.at = index
  }
}

/** What a query is apart from its values, as a text. */
class Form {
  text = ''
  readonly values: unknown[] = []
  /** Nodes of values, with the positions of their first ones. */
  readonly nodes = new Map<OperationNode, number>()

  constructor(node: OperationNode) {
    this.#add(node)
  }

  #add(node: OperationNode): void {
    switch (node.kind) {
      case 'ValueNode':
        if ((node as ValueNode).immediate) break
        return this.#addValues(node, [(node as ValueNode).value])
      case 'PrimitiveValueListNode':
        return this.#addValues(node, (node as PrimitiveValueListNode).values)
      case 'IdentifierNode':
        return this.#addText((node as IdentifierNode).name)
      case 'RawNode':
        return this.#addRaw(node as RawNode)
    }
    this.text += `(${node.kind}`
    // Nodes of a kind name their members in the same order.
    for (const [name, member] of Object.entries(node)) if (name !== 'kind') this.#addMember(name, member)
    this.text += ')'
  }

  #addRaw(node: RawNode): void {
    const piece = pieces.get(node)
    if (piece && ![...piece.nodes.keys()].some((child) => this.nodes.has(child))) return this.#addPiece(piece)
    this.text += '['
    for (const [index, fragment] of node.sqlFragments.entries()) {
      this.#addText(fragment)
      const parameter = node.parameters[index]
      if (parameter) this.#add(parameter)
    }
    if (isMarked(node)) this.#addMember('mark', node.mark)
    this.text += ']'
  }

  #addPiece({ text, nodes, values }: Form): void {
    for (const [node, index] of nodes) this.nodes.set(node, this.values.length + index)
    this.values.push(...values)
    this.text += text
  }

  #addMember(name: string, member: unknown): void {
    if (member === undefined) return
    this.text += `,${name}:`
    if (typeof member === 'string') this.#addText(member)
    else if (typeof member !== 'object' || member === null) this.text += String(member)
    else if (isNode(member)) this.#add(member)
    else {
      this.text += '{'
      for (const [own, value] of Object.entries(member)) this.#addMember(own, value)
      this.text += '}'
    }
  }

  /** With its length, so that no text can be taken for what stands around it. */
  #addText(text: string): void {
    this.text += `${text.length}"${text}`
  }

  /** A node that stands at several places has the same values there. */
  #addValues(node: OperationNode, values: readonly unknown[]): void {
    const slot = this.nodes.get(node)
    this.text += slot === undefined ? `?${values.length}` : `=${slot}`
    if (slot !== undefined) return
    this.nodes.set(node, this.values.length)
    this.values.push(...values)
  }
}

/** Forms of what is built once. */
const pieces = new WeakMap<OperationNode, Form>()

let lastPiece = 0

/** SQL that is built once and stands in many queries: its number stands for it in their forms. */
export function reusedSql<T>(sql: RawBuilder<T>): RawBuilder<T> {
  const node = sql.toOperationNode()
  const form = new Form(node)
  form.text = `#${++lastPiece}`
  pieces.set(node, form)
  return sql
}

const isNode = (member: object): member is OperationNode => 'kind' in member

/** Puts marks in the place of values. */
class ValueMarker extends OperationNodeTransformer {
  readonly #nodes: ReadonlyMap<OperationNode, number>

  constructor(nodes: ReadonlyMap<OperationNode, number>) {
    super()
    this.#nodes = nodes
  }

  protected override transformRaw(node: RawNode): RawNode {
    return { ...super.transformRaw(node), ...(isMarked(node) && { mark: node.mark }) }
  }

  protected override transformValue(node: ValueNode): ValueNode {
    const index = this.#nodes.get(node)
    return index === undefined ? node : { ...node, value: new Mark(index) }
  }

  protected override transformPrimitiveValueList(node: PrimitiveValueListNode): PrimitiveValueListNode {
    const first = this.#nodes.get(node)
    return first === undefined ? node : { ...node, values: node.values.map((_value, index) => new Mark(first + index)) }
  }
}
