/** `<module>/parts.ts`: the names of widgets, cells and effects the schemas use and the hand-written module must supply. */
import { builtInWidgets } from '../dialect/field.ts'
import type { Module } from '../link/schema-set.ts'
import { pascalCase } from '../source/names.ts'
import { compareTexts } from '../source/problem.ts'
import { generatedFolder } from './folder.ts'
import { quoted } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitParts(module: Module): Output {
  const fields = module.entities.flatMap((entity) => entity.model.fields)
  const widgets = fields.flatMap((field) =>
    field.widget && !builtInWidgets.includes(field.widget) ? [field.widget] : [],
  )
  const cells = fields.flatMap((field) => field.cell ?? [])
  const body = [
    '/** Names the web part of this module must supply, no more and no fewer. */',
    `export interface ${pascalCase(module.name)}WebParts {`,
    `  widget: ${union(widgets)}`,
    `  cell: ${union(cells)}`,
    '}\n',
    '/** Effects the server part of this module must supply, by entity. */',
    `export interface ${pascalCase(module.name)}ServerParts {`,
    `  effects: ${effectsOf(module)}`,
    '}',
  ]
  return typescript(`${generatedFolder}/${module.name}/parts.ts`, `schemas/${module.name}`, body.join('\n'))
}

function effectsOf(module: Module): string {
  const lines = module.entities.flatMap(({ model }) => {
    const names = (model.machine?.actions ?? []).flatMap((action) =>
      action.effects.flatMap((effect) => ('run' in effect ? [effect.run] : [])),
    )
    return names.length > 0 ? [`    ${quoted(model.id)}: ${union(names)}`] : []
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n  }`
}

function union(names: readonly string[]): string {
  const unique = [...new Set(names)].sort(compareTexts)
  return unique.length === 0 ? 'never' : unique.map(quoted).join(' | ')
}
