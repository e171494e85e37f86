/**
 * Rules whose name contains a query (`x/y/index?type=1`): they grant the right only to requests with the same values.
 */
import type { QueryNode } from '../../protocol/index.ts'

export interface ConditionalNode {
  /** In lower case, without the query. */
  readonly node: string
  readonly params: readonly (readonly [name: string, value: string])[]
}

/** The values of a request: the address and the body. */
export interface RequestValues {
  readonly query: ReadonlyMap<string, QueryNode>
  readonly body: Readonly<Record<string, unknown>>
}

/** @param name of a rule; null when it carries no query */
export function conditionalNode(name: string): ConditionalNode | null {
  const cut = name.indexOf('?')
  if (cut < 0) return null
  return { node: name.slice(0, cut).toLowerCase(), params: [...new URLSearchParams(name.slice(cut + 1).toLowerCase())] }
}

/**
 * Every pair has to occur. A name that occurs in the address and in the body needs the same value in both, because it
 * is unknown which of them the operation uses.
 */
export function matchesRequest({ params }: ConditionalNode, asked: RequestValues): boolean {
  return (
    params.length > 0 &&
    params.every(([name, value]) => {
      const said = [...valuesNamed(asked.query, name), ...valuesNamed(Object.entries(asked.body), name)]
      return (
        said.length > 0 &&
        said.every((one) => (typeof one === 'string' || typeof one === 'number') && String(one).toLowerCase() === value)
      )
    })
  )
}

const valuesNamed = (pairs: Iterable<readonly [string, unknown]>, name: string): readonly unknown[] =>
  [...pairs].filter(([key]) => key.toLowerCase() === name).map(([, value]) => value)
