/**
 * What hand-written code lacks of what the schemas name, and what it names that no schema has. The compiler finds most
 * of it, too; this is found without it, before a page would.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { locate, problemOf } from '../../generator/check/rule.ts'
import type { View } from '../../generator/check/view/view.ts'
import { viewOf } from '../../generator/check/view/view.ts'
import { actionPointer, effectsOf } from '../../generator/check/machines/effects.ts'
import { machinesOf } from '../../generator/check/view/machine-view.ts'
import { builtInWidgets } from '../../generator/dialect/field.ts'
import { packagedModules } from '../../generator/overlay/overlays.ts'
import type { Sources } from '../../generator/read.ts'
import { fieldPointer } from '../../generator/check/view/view.ts'
import { both, sortProblems, type Problem } from '../../generator/source/problem.ts'
import { didYouMean, suggest } from '../../generator/source/suggest.ts'
import type { Text } from '../../runtime/protocol/index.ts'
import { hookNames, insteadOfHook } from '../../runtime/server/operation/hook-names.ts'
import { codeProblem, pathIn } from './code-problem.ts'
import {
  argumentOf,
  importsOf,
  itemsOf,
  literalOf,
  memberOf,
  membersOf,
  readCode,
  type CodeFile,
  type Located,
  type SyntaxNode,
} from './source.ts'
import { findFileProblems } from './module-files.ts'
import { findThemeProblems } from './theme-problems.ts'

/** Problems and warnings of the code of a project whose schemas are without problems, by file and place. */
export function findCodeProblems(root: string, sources: Sources): readonly Problem[] {
  // A folder of schemas alone has nobody who could implement anything.
  if (!mains.some((path) => existsSync(join(root, path)))) return []
  const others = [...(sources.shipped ?? []), frameworkModule]
  const own = new Set([...sources.modules, ...codeFolders(root)].filter((name) => !others.includes(name)))
  const view = viewOf(sources)
  return sortProblems([
    ...[...own].flatMap((module) => unregistered(root, sources, module)),
    ...(sources.shipped ?? []).flatMap((module) => [
      ...otherManifest(root, sources, module),
      ...notImported(root, module),
    ]),
    ...importsOfNothing(root, sources, own),
    ...[...own].flatMap((module) => missingParts(root, view, module)),
    ...effectsTwice(root, [...own].sort()),
    ...findThemeProblems(root),
    ...findFileProblems(root, [...own].sort(), mains),
  ])
}

/** Effects that two modules supply: the server could run only one of them. */
function effectsTwice(root: string, modules: readonly string[]): readonly Problem[] {
  const first = new Map<string, string>()
  return modules.flatMap((module) => {
    const server = declared(root, `runtime/modules/${module}/server/index.ts`, 'defineServerModule')
    const effects = server === 'absent' || server === null ? null : memberOf(server, 'effects')
    return [...(membersOf(effects) ?? [])].flatMap(([entity]) =>
      [...(membersOf(memberOf(effects, entity)) ?? [])].flatMap(([name, one]) => {
        const other = first.get(`${entity} ${name}`)
        first.set(`${entity} ${name}`, other ?? module)
        if (other === undefined) return []
        return [
          codeProblem(
            'TW2106',
            root,
            one,
            both(
              `模块“${other}”已经实现了 ${entity} 的效果“${name}”。`,
              `The module "${other}" supplies the effect "${name}" of ${entity} already.`,
            ),
            null,
          ),
        ]
      }),
    )
  })
}

/** Its code is part of the core. */
const frameworkModule = 'system'

const codeFolders = (root: string): readonly string[] => {
  const folder = join(root, 'runtime/modules')
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true }).flatMap((one) => (one.isDirectory() ? [one.name] : []))
    : []
}

const mains = ['runtime/main.server.ts', 'runtime/main.web.tsx'] as const

/** A module that one of the main files does not load. */
function unregistered(root: string, sources: Sources, module: string): readonly Problem[] {
  const generated = sources.modules.includes(module) ? [`generated/${module}/index.ts`] : []
  const written = { server: `runtime/modules/${module}/server/index.ts`, web: `runtime/modules/${module}/web/index.ts` }
  return mains.flatMap((path, side) => {
    const file = readCode(join(root, path))
    if (!file) return []
    const imports = importsOf(file).map((source) => pathOfImport(root, source))
    const code = side === 0 ? written.server : written.web
    // Modules of the framework have their web part elsewhere.
    const wanted = [...generated, ...(existsSync(join(root, code)) ? [code] : [])]
    const missing = wanted.filter((one) => !imports.includes(one))
    const unlisted =
      side === 0 && missing.length === 0 ? generated.filter((manifest) => !isListed(root, file, manifest)) : []
    if (missing.length + unlisted.length === 0) return []
    const what = missing.join(', ')
    if (missing.length === 0)
      return [
        atStart(
          root,
          file,
          both(
            `导入了模块“${module}”，但 composeServer 的 modules 中没有它。`,
            `The module "${module}" is imported, but modules of composeServer does not list it.`,
          ),
          both(
            `运行 tablewright add module ${module}，它会补上所需的行`,
            `run tablewright add module ${module}, which adds the lines`,
          ),
        ),
      ]
    return [
      codeProblem(
        'TW2101',
        root,
        { node: { type: '', start: 0, end: 1 }, file },
        both(
          `没有加载模块“${module}”：缺少 ${what}。`,
          `The module "${module}" is not loaded: ${what} is not imported.`,
        ),
        both(
          `运行 tablewright add module ${module}，它会补上所需的行`,
          `run tablewright add module ${module}, which adds the lines`,
        ),
      ),
    ]
  })
}

/** The path of what a main file imports, below the project. */
const pathOfImport = (root: string, source: string): string =>
  source.startsWith('#') ? source.slice(1) : pathIn(root, join(root, 'runtime', source))

/** Whether the list of modules has what was imported from there; true where it cannot be told. */
function isListed(root: string, file: CodeFile, path: string): boolean {
  const imported = file.body.find(
    (node) =>
      node.type === 'ImportDeclaration' && pathOfImport(root, String((node['source'] as SyntaxNode)['value'])) === path,
  )
  const names = ((imported?.['specifiers'] ?? []) as readonly SyntaxNode[]).map((specifier) =>
    String((specifier['local'] as SyntaxNode)['name']),
  )
  const list = memberOf(argumentOf(file, 'composeServer'), 'modules')
  if (list?.node.type !== 'ArrayExpression' || list.file.path !== file.path || names.length === 0) return true
  return (list.node['elements'] as readonly (SyntaxNode | null)[]).some((entry) => {
    if (entry?.type !== 'ObjectExpression') return true
    const manifest = (entry['properties'] as readonly SyntaxNode[]).find(
      (member) => (member['key'] as SyntaxNode | undefined)?.['name'] === 'manifest',
    )
    return names.includes(String((manifest?.['value'] as SyntaxNode | undefined)?.['name']))
  })
}

/** A module of the package has the manifest of the project where overlays extend its entities, and only there. */
function otherManifest(root: string, sources: Sources, module: string): readonly Problem[] {
  const [ofPackage, ofProject] = [`tablewright/modules/${module}`, `#generated/${module}/index.ts`]
  const isExtended = !packagedModules(sources).includes(module)
  const [wanted, wrong] = isExtended ? [ofProject, ofPackage] : [ofPackage, ofProject]
  return mains.flatMap((path) => {
    const file = readCode(join(root, path))
    if (!file || !importsOf(file).includes(wrong)) return []
    return [
      codeProblem(
        'TW2101',
        root,
        { node: { type: '', start: 0, end: 1 }, file },
        isExtended
          ? both(
              `本项目扩展了模块“${module}”的实体，但加载的仍是 Tablewright 自带的定义。`,
              `Overlays of this project extend entities of the module "${module}", but its own definition is loaded.`,
            )
          : both(
              `本项目没有扩展模块“${module}”的实体，因此没有 ${wrong}。`,
              `No overlay of this project extends an entity of the module "${module}", so there is no ${wrong}.`,
            ),
        both(`把 '${wrong}' 改为 '${wanted}'`, `import '${wanted}' instead of '${wrong}'`),
      ),
    ]
  })
}

/** A module of the package that the product uses and one of the main files does not load. */
function notImported(root: string, module: string): readonly Problem[] {
  if (module === frameworkModule) return []
  return mains.flatMap((path) => {
    const file = readCode(join(root, path))
    const sources = [`tablewright/modules/${module}`, `#generated/${module}/index.ts`]
    if (!file || importsOf(file).some((source) => sources.includes(source))) return []
    return [
      atStart(
        root,
        file,
        both(
          `没有加载模块“${module}”，而 package.json 的 tablewright.modules 中有它。`,
          `The module "${module}" is not loaded, although tablewright.modules in package.json names it.`,
        ),
        both(
          `运行 tablewright add module ${module}，它会补上所需的行`,
          `run tablewright add module ${module}, which adds the lines`,
        ),
      ),
    ]
  })
}

/** A main file that loads a module which does not exist, such as one whose folders were removed. */
function importsOfNothing(root: string, sources: Sources, own: ReadonlySet<string>): readonly Problem[] {
  const packaged = sources.shipped ?? []
  return mains.flatMap((path) => {
    const file = readCode(join(root, path))
    const found = file ? importsOf(file).flatMap((source) => loadedModule(source) ?? []) : []
    const missing = found.filter(({ name, isPackaged }) =>
      isPackaged ? packaged.length > 0 && !packaged.includes(name) : !own.has(name) && !sources.modules.includes(name),
    )
    return [...new Map(missing.map((one) => [one.name, one])).values()].flatMap(({ name, isPackaged }) =>
      file
        ? [
            atStart(
              root,
              file,
              isPackaged
                ? both(
                    `加载了模块“${name}”，但 package.json 的 tablewright.modules 中没有它。`,
                    `The module "${name}" is loaded, but tablewright.modules in package.json does not name it.`,
                  )
                : both(
                    `加载了模块“${name}”，但没有 schemas/${name} 和 runtime/modules/${name}。`,
                    `The module "${name}" is loaded, but there is neither schemas/${name} nor runtime/modules/${name}.`,
                  ),
              both(
                `删去这些行，或运行 tablewright add module ${name} 添加模块`,
                `remove its lines, or run tablewright add module ${name}, which adds the module`,
              ),
            ),
          ]
        : [],
    )
  })
}

/** The module an import of a main file leads to. */
function loadedModule(source: string): { readonly name: string; readonly isPackaged: boolean } | null {
  const [, packaged] = /^tablewright\/modules\/([a-z][a-z0-9_]*)/.exec(source) ?? []
  if (packaged !== undefined) return { name: packaged, isPackaged: true }
  const [, name] = /^(?:#generated|\.\/modules)\/([a-z][a-z0-9_]*)\//.exec(source) ?? []
  return name === undefined ? null : { name, isPackaged: false }
}

const atStart = (root: string, file: CodeFile, message: Text, hint: Text): Problem =>
  codeProblem('TW2101', root, { node: { type: '', start: 0, end: 1 }, file }, message, hint)

function missingParts(root: string, view: View, module: string): readonly Problem[] {
  const server = declared(root, `runtime/modules/${module}/server/index.ts`, 'defineServerModule')
  const web = declared(root, `runtime/modules/${module}/web/index.ts`, 'defineWebModule')
  return [
    ...missingComponents(view, module, web),
    ...missingEffects(view, module, server),
    ...unknownHooks(root, view, server),
    ...unknownHookNames(root, server),
    ...unknownReplacements(root, view, module, web),
    ...unknownExtended(root, view, web),
    ...missingPages(root, module, server, web),
  ]
}

/** What a module declares: `absent` when it has no such part, null when it cannot be told without running it. */
type Declared = Located | 'absent' | null

function declared(root: string, path: string, by: string): Declared {
  if (!existsSync(join(root, path))) return 'absent'
  const file = readCode(join(root, path))
  return file && argumentOf(file, by)
}

/** Names below a member; null = it cannot be told. */
function namesBelow(part: Declared, member: string): ReadonlySet<string> | null {
  if (part === 'absent') return new Set()
  if (part === null || membersOf(part) === null) return null
  if (!membersOf(part)?.has(member)) return new Set()
  const members = membersOf(memberOf(part, member))
  return members && new Set(members.keys())
}

/** Of the fields of its entities and of those that it adds to entities of others. */
function missingComponents({ entities }: View, module: string, web: Declared): readonly Problem[] {
  const known = { 'x-widget': namesBelow(web, 'widgets'), 'x-cell': namesBelow(web, 'cells') }
  return [...entities.values()].flatMap(({ document, fields }) =>
    [...fields].flatMap(([name, field]) =>
      (['x-widget', 'x-cell'] as const).flatMap((keyword) => {
        if (locate(document, fieldPointer(name)).file.module !== module) return []
        const value = field[keyword]
        const names = known[keyword]
        if (typeof value !== 'string' || names === null || names.has(value)) return []
        if (keyword === 'x-widget' && builtInWidgets.includes(value)) return []
        const member = keyword === 'x-widget' ? 'widgets' : 'cells'
        const candidates = [...names, ...(keyword === 'x-widget' ? builtInWidgets : [])]
        return [
          problemOf('TW2102', document, `${fieldPointer(name)}/${keyword}`, 'value', {
            message: both(
              `没有实现“${value}”：runtime/modules/${module}/web/index.ts 的 ${member} 中没有它。`,
              `"${value}" is not implemented: ${member} in runtime/modules/${module}/web/index.ts does not have it.`,
            ),
            hint: didYouMean(suggest(value, candidates)) ?? (keyword === 'x-widget' ? addWidget(module, value) : null),
          }),
        ]
      }),
    ),
  )
}

const addWidget = (module: string, name: string): Problem['hint'] =>
  both(
    `运行 tablewright add widget ${module}/${name} 可生成它`,
    `run tablewright add widget ${module}/${name} to write it`,
  )

function missingEffects(view: View, module: string, server: Declared): readonly Problem[] {
  return machinesOf(view)
    .filter(({ entity }) => entity.document.file.module === module)
    .flatMap(({ entity, raw }) => {
      const known = namesOfEffects(server, entity.id)
      if (known === null) return []
      return Object.entries(raw.actions).flatMap(([action, one]) =>
        effectsOf(one).flatMap((effect, index) => {
          const run = effect['run']
          if (run === undefined || known.has(run)) return []
          return [
            problemOf('TW2103', entity.document, `${actionPointer(action, `effects/${index}`)}/run`, 'value', {
              message: both(
                `没有实现效果“${run}”：runtime/modules/${module}/server/index.ts 的 effects 中 ${entity.id} 没有它。`,
                `The effect "${run}" is not implemented: effects of ${entity.id} in ` +
                  `runtime/modules/${module}/server/index.ts does not have it.`,
              ),
              hint: didYouMean(suggest(run, [...known])),
            }),
          ]
        }),
      )
    })
}

function namesOfEffects(server: Declared, entity: string): ReadonlySet<string> | null {
  const entities = namesBelow(server, 'effects')
  if (entities === null) return null
  if (!entities.has(entity) || server === 'absent' || server === null) return new Set()
  const members = membersOf(memberOf(memberOf(server, 'effects'), entity))
  return members && new Set(members.keys())
}

const unknownHooks = (root: string, view: View, server: Declared): readonly Problem[] =>
  unknownEntities(root, server, ['hooks'], [...view.entities.keys()], (_member, name) =>
    both(`没有实体“${name}”，因此该钩子永远不会运行。`, `There is no entity "${name}", so this hook would never run.`),
  )

/** Hooks that no operation runs, such as those of earlier versions. */
function unknownHookNames(root: string, server: Declared): readonly Problem[] {
  if (server === 'absent' || server === null) return []
  const entities = memberOf(server, 'hooks')
  return [...(membersOf(entities) ?? [])].flatMap(([entity]) =>
    [...(membersOf(memberOf(entities, entity)) ?? [])]
      .filter(([name]) => !hookNames.includes(name))
      .map(([name, place]) =>
        codeProblem(
          'TW2109',
          root,
          place,
          both(
            `没有钩子“${name}”，因此 ${entity} 的这个钩子永远不会运行。`,
            `There is no hook "${name}", so this one of ${entity} would never run.`,
          ),
          insteadOfHook(name) ?? didYouMean(suggest(name, hookNames)),
        ),
      ),
  )
}

/** Forms and lists that stand in the place of nothing. */
function unknownReplacements(root: string, view: View, module: string, web: Declared): readonly Problem[] {
  const own = [...view.entities.keys()].filter((id) => id.startsWith(`${module}/`))
  return unknownEntities(root, web, ['forms', 'lists'], own, (member, name) =>
    both(
      `模块“${module}”没有实体“${name}”，因此 ${member} 中的该组件永远不会显示。`,
      `The module "${module}" has no entity "${name}", so this one of its ${member} would never be shown.`,
    ),
  )
}

/** What is added to the list or the records of an entity that does not exist. */
const unknownExtended = (root: string, view: View, web: Declared): readonly Problem[] =>
  unknownEntities(root, web, ['toolbar', 'panels'], [...view.entities.keys()], (member, name) =>
    both(
      `没有实体“${name}”，因此 ${member} 中的这些组件永远不会显示。`,
      `There is no entity "${name}", so these of its ${member} would never be shown.`,
    ),
  )

/** What a module declares for entities, by their ids, that are not among the known ones. */
function unknownEntities(
  root: string,
  part: Declared,
  members: readonly string[],
  known: readonly string[],
  message: (member: string, name: string) => Problem['message'],
): readonly Problem[] {
  if (part === 'absent' || part === null) return []
  return members.flatMap((member) =>
    [...(membersOf(memberOf(part, member)) ?? [])]
      .filter(([name]) => !known.includes(name))
      .map(([name, place]) =>
        codeProblem('TW2104', root, place, message(member, name), didYouMean(suggest(name, known))),
      ),
  )
}

function missingPages(root: string, module: string, server: Declared, web: Declared): readonly Problem[] {
  const known = namesBelow(web, 'pages')
  if (server === 'absent' || server === null || known === null) return []
  const lower = new Set([...known].map((name) => name.toLowerCase()))
  return (itemsOf(memberOf(server, 'pages')) ?? []).flatMap((item) => {
    const place = memberOf(item, 'name')
    const name = literalOf(place)
    if (place === null || name === null || lower.has(name.toLowerCase())) return []
    return [
      codeProblem(
        'TW2105',
        root,
        place,
        both(
          `没有实现页面“${name}”：runtime/modules/${module}/web/index.ts 的 pages 中没有它。`,
          `The page "${name}" is not implemented: pages in runtime/modules/${module}/web/index.ts does not have it.`,
        ),
        didYouMean(suggest(name, [...known])),
      ),
    ]
  })
}
