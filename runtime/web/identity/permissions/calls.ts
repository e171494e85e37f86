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
const rolesPerPage = 100

interface RoleName {
  readonly id: number
  readonly name: string
}

/** All roles whose rights can be copied. */
export async function loadRoles(): Promise<readonly RoleName[]> {
  const roles: RoleName[] = []
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { list, total = 0 } = await groups.index({ isTree: false, page, limit: rolesPerPage }, { quiet: true })
    roles.push(...list.map(({ id, name }) => ({ id, name: String(name) })))
    isLast = list.length === 0 || roles.length >= total
  }
  return roles
}

/** The rights of a role: ids, or `*` for all. */
export const loadRightsOf = async (id: number): Promise<unknown> => (await groups.read(id, { quiet: true }))['rules']
