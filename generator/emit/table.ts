/** `<module>/<entity>/table.ts`: the table model. */
import type { Entity } from '../link/schema-set.ts'
import { folderOf } from './folder.ts'
import { literal } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitTable({ model, source, variable }: Entity): Output {
  const body = [
    "import type { TableModel } from 'tablewright/protocol'",
    `export const ${variable}: TableModel = ${printModel(model)}`,
  ].join('\n\n')
  return typescript(`${folderOf(model)}/table.ts`, `schemas/${source}`, body)
}

/** The model's members and its fields each on lines of their own, however short. */
function printModel(model: Entity['model']): string {
  const lines = Object.entries(model).map(([key, value]) => {
    const text = key === 'fields' ? printList(model.fields) : literal(value, 1, key.length + 3)
    return `  ${key}: ${text},`
  })
  return `{\n${lines.join('\n')}\n}`
}

function printList(items: readonly unknown[]): string {
  return `[\n${items.map((item) => `    ${literal(item, 2, 1)},`).join('\n')}\n  ]`
}
