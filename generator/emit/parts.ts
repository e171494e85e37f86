/**
 * `<module>/parts.ts`: the names of widgets, cells and effects the schemas use and the hand-written module must
 * supply.
 */
import type { TableModel } from '../../runtime/protocol/index.ts'
import { builtInWidgets } from '../dialect/field.ts'
import type { Module, SchemaSet } from '../link/schema-set.ts'
import { pascalCase } from '../source/names.ts'
import { compareTexts } from '../source/problem.ts'
import { entitiesType, union } from './entities.ts'
import { generatedFolder } from './folder.ts'
import { keyOf, quoted } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitParts(module: Module, schemas: SchemaSet): Output {
  const fields = schemas.modules.flatMap(({ entities }) =>
    entities.flatMap(({ model }) =>
      [...model.fields, ...(model.machine?.actions ?? []).flatMap(({ input }) => input)].filter(
        (field) => (field.module ?? model.module) === module.name,
      ),
    ),
  )
  const widgets = fields.flatMap((field) =>
    field.widget && !builtInWidgets.includes(field.widget) ? [field.widget] : [],
  )
  const cells = fields.flatMap((field) => field.cell ?? [])
  const body = [
    "import type { Database } from '../database.ts'",
    `import type { ${entitiesType(module)} } from './entities.ts'\n`,
    '/** Names the web part of this module must supply, no more and no fewer. */',
    `export interface ${pascalCase(module.name)}WebParts {`,
    `  widget: ${union(widgets)}`,
    `  cell: ${union(cells)}`,
    '}\n',
    '/** What the server part of this module works on, and the effects it must supply: ' +
      'by entity and name, the actions that run them. */',
    `export interface ${pascalCase(module.name)}ServerParts {`,
    '  tables: Database',
    `  entities: ${entitiesType(module)}`,
    `  effects: ${effectsOf(module)}`,
    '}',
  ]
  return typescript(`${generatedFolder}/${module.name}/parts.ts`, `schemas/${module.name}`, body.join('\n'))
}

function effectsOf(module: Module): string {
  const lines = module.entities.flatMap(({ model }) => {
    const effects = [...actionsByEffect(model)].sort(([one], [other]) => compareTexts(one, other))
    if (effects.length === 0) return []
    return [
      `    ${quoted(model.id)}: {`,
      ...effects.map(([name, actions]) => `      ${keyOf(name)}: ${union(actions)}`),
      '    }',
    ]
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n  }`
}

/** Actions by the effects they run. */
function actionsByEffect({ machine }: TableModel): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const action of machine?.actions ?? [])
    for (const effect of action.effects)
      if ('run' in effect) found.set(effect.run, [...(found.get(effect.run) ?? []), action.name])
  return found
}
