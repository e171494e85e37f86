/** What the role editor asks the server for. */
import { getData } from '../../core/api/client.ts'
import { tableApi } from '../../core/api/table.ts'
import type { NeededRights } from './tree.ts'

/** Rights with which a new role can begin. */
export interface RolePreset {
  readonly name: string
  readonly nodes: readonly string[]
}

export interface RoleOptions {
  readonly presets: readonly RolePreset[]
  readonly needs: NeededRights
}

export const loadRoleOptions = (): Promise<RoleOptions> => getData('/admin/auth.Group/roleOptions', '', { quiet: true })

const groups = tableApi('auth.Group')
const maxRoles = 100

/** The roles whose rights can be copied. */
export async function loadRoles(): Promise<readonly { readonly id: number; readonly name: string }[]> {
  const { list } = await groups.index({ isTree: false, limit: maxRoles }, { quiet: true })
  return list.map(({ id, name }) => ({ id, name: String(name) }))
}

/** The rights of a role: ids, or `*` for all. */
export const loadRightsOf = async (id: number): Promise<unknown> => (await groups.read(id, { quiet: true }))['rules']
