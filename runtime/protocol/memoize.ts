/**
 * Remembers what follows from objects alone. One helper, so that every cache of that kind lives as long as its objects.
 */

type Primitive = string | number | boolean | null | undefined

/** A result, or the cache of the next argument. */
interface Node {
  readonly objects: WeakMap<object, Node>
  readonly primitives: Map<Primitive, Node>
  result?: { readonly value: unknown }
}

const createNode = (): Node => ({ objects: new WeakMap(), primitives: new Map() })

function childOf(node: Node, argument: unknown): Node {
  const children = (isObject(argument) ? node.objects : node.primitives) as Pick<Map<unknown, Node>, 'get' | 'set'>
  const known = children.get(argument)
  if (known) return known
  const child = createNode()
  children.set(argument, child)
  return child
}

const isObject = (value: unknown): value is object =>
  (typeof value === 'object' && value !== null) || typeof value === 'function'

/**
 * The same function, which computes its result once for the same arguments. Objects are compared by identity and held
 * weakly, so a result lives as long as the objects it was made from: the first argument is one, and among the others
 * primitives need to come from a small set. A call that throws is not remembered.
 * @example
 * const columnsOf = memoizeByObject((model: TableModel) => model.fields.filter(isColumn))
 */
export function memoizeByObject<
  First extends object,
  Rest extends readonly (object | string | number | boolean | null | undefined)[],
  Result,
>(compute: (first: First, ...rest: Rest) => Result): (first: First, ...rest: Rest) => Result {
  const root = createNode()
  return (first, ...rest) => {
    let node = childOf(root, first)
    for (const argument of rest) node = childOf(node, argument)
    node.result ??= { value: compute(first, ...rest) }
    // Only the line above writes results, so the value is one.
    return node.result.value as Result
  }
}
