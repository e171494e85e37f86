/** Names that the sources declare, read without running or compiling them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { partOf } from '../support/part-of.ts'

const root = join(import.meta.dirname, '../..')

interface Node {
  readonly type: string
  readonly [member: string]: unknown
}

/** Members of an interface of a file, in the order they are declared. */
export function membersOfInterface(path: string, name: string): readonly string[] {
  const { program } = parseSync(path, readFileSync(join(root, path), 'utf8'))
  const declared = partOf<readonly Node[]>(program.body)
    .map((node) => (node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : node))
    .find((node) => node?.type === 'TSInterfaceDeclaration' && (node['id'] as Node)['name'] === name)
  if (!declared) throw new Error(`${path} declares no interface ${name}`)
  return ((declared['body'] as Node)['body'] as readonly Node[]).map((one) => String((one['key'] as Node)['name']))
}
