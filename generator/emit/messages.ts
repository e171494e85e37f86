/** `<module>/messages.ts`: texts of the module's hand-written pages, with their keys as a type. */
import type { Module } from '../link/schema-set.ts'
import { pascalCase } from '../source/names.ts'
import { generatedFolder } from './folder.ts'
import { keyOf, literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

/** Null for a module without such texts: nothing would import the file. */
export function emitMessages(module: Module): Output | null {
  const keys = Object.keys(module.texts)
  if (keys.length === 0) return null
  const lines = keys.map((key) => `  ${keyOf(key)}: ${literal(module.texts[key], 1, keyOf(key).length + 3)},`)
  const body = [
    "import type { Text } from 'tablewright/protocol'\n",
    `export const ${module.name}Messages = {\n${lines.join('\n')}\n} as const satisfies Readonly<Record<string, Text>>`,
    `export type ${pascalCase(module.name)}MessageKey = keyof typeof ${module.name}Messages`,
  ]
  return typescript(`${generatedFolder}/${module.name}/messages.ts`, `schemas/${module.name}/text`, body.join('\n'))
}
