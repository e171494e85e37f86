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

/** Before the lines of the system, which every product has, in the indentation that is there. */
function addToServer(text: string, module: string, variable: string): string | null {
  const imported = /^import \{ system \} from .*\n/m.exec(text)
  const entry = /^( *)\{ manifest: system, server: null \},\n/m.exec(text)
  if (!imported || !entry) return null
  const line = `import { ${variable} } from '../generated/${module}/index.ts'\n`
  return (
    text.slice(0, imported.index) +
    line +
    text.slice(imported.index, entry.index) +
    `${entry[1]}{ manifest: ${variable}, server: null },\n` +
    text.slice(entry.index)
  )
}

function addToWeb(text: string, module: string, variable: string): string | null {
  const entry = /^( *)system: \{\n/m.exec(text)
  if (!entry) return null
  const name = variable === module ? variable : `'${module}'`
  const load = `() => import('../generated/${module}/index.ts').then((file) => file.${variable})`
  const lines = [`${name}: {`, `  manifest: ${load},`, '},'].map((line) => `${entry[1]}${line}\n`)
  return text.slice(0, entry.index) + lines.join('') + text.slice(entry.index)
}
