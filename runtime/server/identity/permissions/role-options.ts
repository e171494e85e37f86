/**
 * `auth.Group/roleOptions`: what helps to put a role together: presets, and the rights without which others are of
 * little use.
 */
import {
  texts,
  languages,
  nodeOf,
  type FieldModel,
  type TableModel,
  type Text,
  type TextKey,
} from '../../../protocol/index.ts'
import { defineRoute, type Route } from '../../http/route.ts'
import type { Registry } from '../../core/models/registry.ts'
import type { DemoRole, MenuSource } from './derived-rules.ts'

export function roleOptionsRoute(registry: Registry, modules: readonly MenuSource[]): Route {
  const needs = neededRights(registry)
  const presets = presetsOf(registry, modules)
  return defineRoute({
    area: 'admin',
    controller: 'auth.Group',
    action: 'roleOptions',
    method: 'GET',
    login: 'admin',
    node: 'auth/group/index',
    handler: async ({ language }) => ({
      data: { presets: presets.map(({ name, nodes }) => ({ name: name[language], nodes })), needs },
    }),
  })
}

/** Rights by the right that needs them; names in lower case. */
function neededRights(registry: Registry): Readonly<Record<string, readonly string[]>> {
  const needs: Record<string, readonly string[]> = {}
  for (const model of registry.list) {
    const own = listNode(model)
    const add = (action: string, nodes: readonly string[]): void => {
      const node = nodeOf(model, action).toLowerCase()
      const others = [...new Set([...own, ...nodes])].filter((name) => name !== node)
      if (others.length > 0) needs[node] = others
    }
    if (own.length > 0) add('index', lookedUpIn(registry, model))
    for (const action of model.actions.filter((name) => name !== 'index'))
      add(action, action === 'add' || action === 'edit' ? chosenIn(registry, model.fields) : [])
    for (const action of model.machine?.actions ?? []) add(action.name, chosenIn(registry, action.input))
  }
  return needs
}

/** The right to list the table, where it can be listed. */
const listNode = (model: TableModel | undefined): readonly string[] =>
  model?.actions.includes('index') ? [nodeOf(model, 'index').toLowerCase()] : []

/** Lists from which people choose in these fields, and in the lines that the fields hold. */
function chosenIn(registry: Registry, fields: readonly FieldModel[]): readonly string[] {
  return fields.flatMap(({ relation, readOnly, private: isPrivate, implicit, widget }) => {
    // A widget has its own way to what can be chosen.
    if (!relation || readOnly || isPrivate || implicit || widget !== undefined) return []
    const target = registry.byId(relation.to)
    return relation.owned ? chosenIn(registry, target?.fields ?? []) : listNode(target)
  })
}

/** Lists of the tables whose values the list shows. Titles need no right. */
function lookedUpIn(registry: Registry, { fields }: TableModel): readonly string[] {
  return fields.flatMap(({ lookup, implicit }) =>
    implicit
      ? []
      : (lookup?.paths ?? []).flatMap(({ steps }) => steps.flatMap(({ entity }) => listNode(registry.byId(entity)))),
  )
}

const textOf = (key: TextKey): Text =>
  Object.fromEntries(languages.map((language) => [language, texts[language][key]])) as Text

/** The roles of the modules. Where no module has any, those that follow from what all pages have in common. */
function presetsOf({ list }: Registry, modules: readonly MenuSource[]): readonly DemoRole[] {
  const declared = modules.flatMap(({ roles = [] }) => roles)
  if (declared.length > 0) return declared
  const own = new Set(modules.filter(({ manifest }) => manifest.name !== 'system').flatMap(({ models }) => models))
  const nodes = (actions: readonly string[], machines: boolean): readonly string[] => [
    'dashboard/index',
    ...list
      .filter((model) => own.has(model) && model.actions.includes('index'))
      .flatMap((model) => [
        ...actions
          .filter((action) => model.actions.some((name) => name === action))
          .map((action) => nodeOf(model, action)),
        ...(machines ? (model.machine?.actions ?? []).map(({ name }) => nodeOf(model, name)) : []),
      ]),
  ]
  const reading = ['index', 'export']
  const writing = [...reading, 'add', 'edit', 'sortable']
  return [
    { name: textOf('preset.reader'), nodes: nodes(reading, false) },
    { name: textOf('preset.keeper'), nodes: nodes(writing, false) },
    { name: textOf('preset.auditor'), nodes: nodes([...reading, 'edit'], true) },
    { name: textOf('preset.manager'), nodes: nodes([...writing, 'del', 'restore', 'import', 'mail'], true) },
  ]
}
