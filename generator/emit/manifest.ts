/** `<module>/index.ts`: the module's manifest. */
import type { Entity, Module } from '../link/schema-set.ts'
import { generatedFolder } from './folder.ts'
import { actionVariable } from './form.ts'
import { keyOf, literal, quoted } from './literal.ts'
import { typescript, type Output } from './output.ts'

export function emitManifest(module: Module): Output {
  const entries = module.entities.map(entryOf)
  const body = [
    "import type { ModuleManifest } from 'tablewright/protocol'\n",
    `export const ${module.name}: ModuleManifest = {`,
    `  name: ${quoted(module.name)},`,
    `  label: ${literal(module.label)},`,
    `  icon: ${literal(module.icon)},`,
    `  order: ${module.order},`,
    `  menu: [${module.menu.map((page) => `\n    ${quoted(page)},`).join('')}${module.menu.length > 0 ? '\n  ' : ''}],`,
    `  tables: {${entries.length > 0 ? `\n${entries.join('\n')}\n  ` : ''}},`,
    '}',
  ]
  return typescript(`${generatedFolder}/${module.name}/index.ts`, `schemas/${module.name}`, body.join('\n'))
}

function entryOf({ model, variable, actionForms }: Entity): string {
  const actions = [...actionForms.keys()].map((action) => {
    const form = `${actionVariable(variable, action)}Form`
    return `        ${action}: () => import('./${model.name}/${action}/form.ts').then((file) => file.${form}),`
  })
  return [
    `    ${keyOf(model.page)}: {`,
    `      singular: ${literal(model.singular)},`,
    `      model: () => import('./${model.name}/table.ts').then((file) => file.${variable}),`,
    `      form: () => import('./${model.name}/form.ts').then((file) => file.${variable}Form),`,
    ...(actions.length > 0 ? ['      actions: {', ...actions, '      },'] : []),
    '    },',
  ].join('\n')
}
