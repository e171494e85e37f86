/** Notes in package.json which version a product follows, and leaves everything else in the file as it is. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setMember } from '../../generator/edit/json-edit.ts'
import { writeAtomically } from '../launcher/build-manifest.mjs'

/** @throws the file system's error */
export function recordVersion(root: string, version: string): void {
  const file = join(root, 'package.json')
  const text = readFileSync(file, 'utf8')
  writeAtomically(file, setMember(text, ['tablewright'], 'version', version))
}
