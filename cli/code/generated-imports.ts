/** `#generated/…`, by which the code of a product names generated files: its `package.json` says where they are. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setMember } from '../../generator/edit/json-edit.ts'
import { writeAtomically } from '../launcher/build-manifest.mjs'

/** The member `imports` of the `package.json` of a product. */
export const generatedImports: Readonly<Record<string, string>> = {
  '#generated/*.ts': './generated/*.ts',
  '#generated/*.json': './generated/*.json',
}

/**
 * Adds what is missing of it to `package.json`; returns whether something was.
 * @throws the file system's error
 */
export function addGeneratedImports(root: string): boolean {
  const file = join(root, 'package.json')
  if (!existsSync(file)) return false
  const before = readFileSync(file, 'utf8')
  const imports = (JSON.parse(before) as { readonly imports?: Readonly<Record<string, unknown>> }).imports ?? {}
  let text = before
  for (const [name, path] of Object.entries(generatedImports))
    if (!(name in imports)) text = setMember(text, ['imports'], name, path)
  if (text !== before) writeAtomically(file, text)
  return text !== before
}
