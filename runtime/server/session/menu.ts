/** The menu as a client gets it: a folder per module, a page per table, a button per action, all concluded from the schemas. */
import { createHash } from 'node:crypto'
import { nodeOf, say, type Language, type MenuNode, type ModuleManifest, type TableModel, type TextKey } from '../../protocol/index.ts'
import { componentOf } from '../http/dialect/components.ts'

/** What a module contributes to the menu: its manifest and its loaded tables. */
export interface MenuSource {
  readonly manifest: ModuleManifest
  readonly models: readonly TableModel[]
}

/** Modules in their order; a module without pages is left out. */
export function menuTree(sources: readonly MenuSource[], language: Language): readonly MenuNode[] {
  const idOf = createIds()
  const ordered = [...sources].sort((one, other) => one.manifest.order - other.manifest.order)
  return ordered.map(({ manifest, models }) => folder(manifest, pagesOf(manifest, models), language, idOf)).filter((node) => node !== null)
}

function pagesOf(manifest: ModuleManifest, models: readonly TableModel[]): readonly TableModel[] {
  return manifest.menu.map((page) => models.find((model) => model.page === page)).filter((model) => model !== undefined)
}

type IdOf = (name: string) => number

function folder(manifest: ModuleManifest, models: readonly TableModel[], language: Language, idOf: IdOf): MenuNode | null {
  if (models.length === 0) return null
  const id = idOf(manifest.name)
  const base = node(id, 0, 'menu_dir', manifest.label[language], manifest.name)
  return { ...base, path: manifest.name, icon: manifest.icon ?? '', children: models.map((model) => page(model, id, language, idOf)) }
}

function page(model: TableModel, pid: number, language: Language, idOf: IdOf): MenuNode {
  const id = idOf(model.page)
  const buttons = model.actions.map((action) => {
    const name = nodeOf(model, action)
    return node(idOf(name), id, 'button', say(language, actionTexts[action]), name)
  })
  return {
    ...node(id, pid, 'menu', model.label[language], model.page),
    path: model.page, icon: model.icon ?? '', menu_type: 'tab', component: componentOf(model.page), keepalive: model.page,
    ...(buttons.length > 0 && { children: buttons }),
  }
}

const actionTexts: Readonly<Record<TableModel['actions'][number], TextKey>> = {
  index: 'action.index', add: 'action.add', edit: 'action.edit', del: 'action.del', sortable: 'action.sortable', import: 'action.import', export: 'action.export',
}

function node(id: number, pid: number, type: MenuNode['type'], title: string, name: string): MenuNode {
  return { id, pid, type, title, name, path: '', icon: '', menu_type: null, url: '', component: '', keepalive: 0, extend: 'none' }
}

/** Numbers that follow from names alone, so that they stay when other pages come and go. */
function createIds(): IdOf {
  const taken = new Set<number>()
  return (name) => {
    let id = createHash('sha256').update(name.toLowerCase()).digest().readUInt32BE(0) & 0x7fff_ffff
    while (id === 0 || taken.has(id)) id += 1
    taken.add(id)
    return id
  }
}
