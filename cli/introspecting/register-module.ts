/** Adds the lines with which a project loads a module: one import and one entry on each side. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { camelCase } from '../../generator/source/names.ts'

/** @returns paths of the files that could not be changed, because they are missing or look different */
export function registerModule(root: string, module: string): readonly string[] {
  const variable = camelCase(module)
  const files: readonly (readonly [path: string, change: (text: string) => string | null])[] = [
    ['runtime/main.server.ts', (text) => addToServer(text, module, variable)],
    ['runtime/main.web.tsx', (text) => addToWeb(text, module, variable)],
  ]
  return files.flatMap(([path, change]) => {
    const file = join(root, path)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : null
    if (text?.includes(`../generated/${module}/index.ts`)) return []
    const changed = text === null ? null : change(text)
    if (changed === null) return [path]
    writeFileSync(file, changed)
    return []
  })
}

function addToServer(text: string, module: string, variable: string): string | null {
  const importAt = text.indexOf("import { system } from '../generated/system/index.ts'")
  const entryAt = text.indexOf('  { manifest: system, server: null },')
  if (importAt === -1 || entryAt === -1) return null
  const imported = `import { ${variable} } from '../generated/${module}/index.ts'\n`
  const entry = `  { manifest: ${variable}, server: null },\n`
  return text.slice(0, importAt) + imported + text.slice(importAt, entryAt) + entry + text.slice(entryAt)
}

function addToWeb(text: string, module: string, variable: string): string | null {
  const at = text.indexOf('    system: {\n')
  if (at === -1) return null
  const name = variable === module ? variable : `'${module}'`
  const load = `() => import('../generated/${module}/index.ts').then((file) => file.${variable})`
  const entry = `    ${name}: {\n      manifest: ${load},\n    },\n`
  return text.slice(0, at) + entry + text.slice(at)
}
