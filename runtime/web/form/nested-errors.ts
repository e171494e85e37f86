/** Errors by name, nested as rjsf does: `product_detail.2.price` is below its field and its line. Pure. */

export interface ErrorNode {
  __errors?: string[]
  [part: string]: ErrorNode | string[] | undefined
}

/** @param errors name and sentence or code */
export function nestedErrors(errors: readonly (readonly [name: string, text: string])[]): ErrorNode {
  const root: ErrorNode = {}
  for (const [name, text] of errors) {
    let node = root
    for (const part of name.split('.')) node = (node[part] ??= {}) as ErrorNode
    node.__errors = [...(node.__errors ?? []), text]
  }
  return root
}

/** The errors of a path inside a field; undefined when it has none. */
export function errorsAt(node: ErrorNode | undefined, place: string): readonly string[] | undefined {
  let at: ErrorNode | undefined = node
  for (const part of place.split('.')) at = at?.[part] as ErrorNode | undefined
  return at?.__errors
}

/** Names of everything inside a field that has an error, in order. */
export function placesWithin(node: ErrorNode | undefined, name: string): readonly string[] {
  if (!node) return []
  const inner = Object.keys(node)
    .filter((part) => part !== '__errors')
    .sort((a, b) => Number(a) - Number(b) || 0)
  return [
    ...(node.__errors?.length ? [name] : []),
    ...inner.flatMap((part) => placesWithin(node[part] as ErrorNode, `${name}.${part}`)),
  ]
}
