/** `<module>/options.ts`: the values of enumerations by the names the schemas give them. */
import type { FieldModel } from '../../runtime/protocol/index.ts'
import type { Entity, Module } from '../link/schema-set.ts'
import { generatedFolder } from './folder.ts'
import { literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

/** Null for a module without enumerations. */
export function emitOptions(module: Module): Output | null {
  const body = module.entities.flatMap((entity) => optionsOf(entity) ?? [])
  return body.length === 0
    ? null
    : typescript(`${generatedFolder}/${module.name}/options.ts`, `schemas/${module.name}`, body.join('\n\n'))
}

function optionsOf({ model, variable }: Entity): string | null {
  const fields = model.fields.filter((field) => field.options !== undefined && field.options.length > 0)
  if (fields.length === 0) return null
  const values = Object.fromEntries(fields.map((field) => [field.name, valuesOf(field)]))
  const head = `export const ${variable}Options = `
  const text = literal(values, 0, head.length + ' as const'.length)
  return `/** ${model.id}: values by field and name. */\n${head}${text} as const`
}

const valuesOf = ({ options = [] }: FieldModel): Readonly<Record<string, string | number>> =>
  Object.fromEntries(options.map(({ name, value }) => [name, value]))
