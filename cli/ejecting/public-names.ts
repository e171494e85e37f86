/** What of the web core is public, by the file that declares it. */
import { dirname, join } from 'node:path'
import { readCode, type SyntaxNode } from '../code/source.ts'

/** Where a module imports something from, and under which name. */
export interface PublicName {
  readonly source: string
  readonly name: string
}

/** The public names of something a file exports; null when it is not public. */
export type PublicNames = (file: string, name: string) => PublicName | null

const entries = { 'tablewright/web': 'index.ts', 'tablewright/web/parts': 'parts.ts' } as const

/** Reads the entries of the web core. @param web the folder `runtime/web` with its sources */
export function readPublicNames(web: string): PublicNames {
  const names = new Map<string, PublicName>()
  for (const [source, entry] of Object.entries(entries))
    for (const node of readCode(join(web, entry))?.body ?? [])
      for (const [key, name] of exportsOf(node, web)) if (!names.has(key)) names.set(key, { source, name })
  return (file, name) => names.get(keyOf(file, name)) ?? null
}

const keyOf = (file: string, name: string): string => `${file}#${name}`

/** `export { a as b } from './file.ts'`: the file and its name of it, and the name it is public under. */
function exportsOf(node: SyntaxNode, web: string): readonly (readonly [key: string, name: string])[] {
  const source = node['source'] as SyntaxNode | null | undefined
  if (node.type !== 'ExportNamedDeclaration' || !source) return []
  const file = join(dirname(join(web, 'index.ts')), String(source['value']))
  return (node['specifiers'] as readonly SyntaxNode[]).map((one) => {
    const [local, exported] = [one['local'], one['exported']] as readonly SyntaxNode[]
    return [keyOf(file, String(local?.['name'])), String(exported?.['name'])]
  })
}
