/** The menus of an admin who holds rights on one table. */
import type { MenuNode, TableModel } from 'tablewright/protocol'

/** The page of the table with a button for every node of it. @param lacks names of nodes the admin does not hold */
export function menusOf(model: TableModel, lacks: readonly string[] = []): readonly MenuNode[] {
  const names = [...model.actions, ...(model.machine?.actions ?? []).map(({ name }) => name)].filter(
    (name) => !lacks.includes(name),
  )
  return [
    node(
      1,
      'menu',
      model.page,
      names.map((name, at) => node(at + 2, 'button', `${model.page}/${name}`, [])),
    ),
  ]
}

function node(id: number, type: MenuNode['type'], name: string, children: readonly MenuNode[]): MenuNode {
  return {
    id,
    pid: 0,
    type,
    title: name,
    name,
    path: name,
    icon: '',
    menu_type: 'tab',
    url: '',
    component: '',
    keepalive: 0,
    extend: 'none',
    children,
  }
}
